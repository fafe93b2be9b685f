import { useNavigate } from '@tanstack/react-router'

/**
 * Changes what the address says of a list. While a search term is typed the entry in the browser's history is replaced, so
 * that Back does not go through its letters; the page keeps its scroll position.
 */
export function useListSearch(): (change: object) => Promise<void> {
  const navigate = useNavigate()
  return (change) =>
    navigate({
      to: '.',
      search: (search) => ({ ...search, ...change }),
      replace: 'search' in change,
      resetScroll: false,
    })
}
