import { useEffect } from 'react'
import type { MissingPartProps } from './late-part.tsx'

/** Reloads the document when code cannot be fetched although the shop answers. For use where that code would be shown. */
export function useReloadForMissingCode({ isRetrying, failures }: MissingPartProps): void {
  // One more failure may come without a render between: also `failures` asks again.
  useEffect(() => {
    if (isRetrying) return
    const leaving = new AbortController()
    void reloadOnceShopAnswers(leaving.signal)
    return () => leaving.abort()
  }, [isRetrying, failures])
}

/** Within this time after a reload a second one would not help either. */
const patienceMs = 10_000
const longestPauseMs = 30_000

/**
 * The shop answers, but the code does not load: a newer version of the shop no longer has the file, or the browser
 * remembers the failure, as Chromium 153 does. A new document ends both. A device says that it is online before the
 * network carries anything, and nothing says when it does, so the shop is asked until it answers.
 */
async function reloadOnceShopAnswers(leaving: AbortSignal) {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload' && performance.now() < patienceMs) return
  for (let pauseMs = 1_000; !leaving.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const answer = await fetch('/healthz', { signal: leaving }).catch(() => undefined)
    if (leaving.aborted) return
    if (answer?.ok) return location.reload()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
