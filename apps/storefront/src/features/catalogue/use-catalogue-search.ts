import { type CatalogueSearch, parseCatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * What is searched, filtered and sorted by, from the page's address, and the way to change it. A change goes back to
 * the first page; the shopper stays where they scrolled to. `replaces` leaves no extra step for Back, for typing.
 */
export function useCatalogueSearch() {
  const search = parseCatalogueSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  function change(changes: CatalogueSearch | Record<string, unknown>, { replaces = false } = {}): Promise<void> {
    const next = parseCatalogueSearch({ ...search, page: undefined, ...changes })
    return navigate({ to: '.', search: next, replace: replaces, resetScroll: false })
  }
  return { search, change }
}
