import { useState } from 'react'

/**
 * The results line of the newest result; `line` is null until that is loaded. Until then the old line stays with the
 * old products, so that no number of another search is shown.
 */
export function useResultsLine(line: string | null): string {
  const [shown, setShown] = useState(line ?? '')
  if (line !== null && line !== shown) setShown(line)
  return line ?? shown
}
