import { type CatalogueSearch, parseCatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Search, filters and sort from the page's address, and a function to change them. A change goes back to the first page
 * and keeps the scroll position. `replaces` adds no step for Back, for changes while typing.
 */
export function useCatalogueSearch() {
  const search = parseCatalogueSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  function change(changes: CatalogueSearch | Record<string, unknown>, { replaces = false } = {}): Promise<void> {
    // From the search before, not from this render's: two changes in a row both count.
    const next = (before: object) => parseCatalogueSearch({ ...before, page: undefined, ...changes })
    return navigate({ to: '.', search: next, replace: replaces, resetScroll: false })
  }
  return { search, change }
}
