import { useEffect } from 'react'
import type { MissingPartProps } from './late-part.tsx'

/** Reloads the document when code cannot be fetched although the shop answers. For use where that code would be shown. */
export function useReloadForMissingCode({ isRetrying }: MissingPartProps): void {
  useEffect(() => {
    if (!isRetrying) void reloadWhereShopAnswers()
  }, [isRetrying])
}

/** Within this time after a reload a second one would not help either. */
const patienceMs = 10_000

/**
 * The shop answers, but the code does not load: a newer version of the shop no longer has the file, or the browser
 * remembers the failure, as Chromium 153 does. A new document ends both.
 */
async function reloadWhereShopAnswers() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload' && performance.now() < patienceMs) return
  const answer = await fetch('/healthz').catch(() => undefined)
  if (answer?.ok) location.reload()
}
