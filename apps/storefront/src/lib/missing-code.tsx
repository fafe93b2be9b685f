import { FailedPart } from '@marashi/ui/failed-part'
import type { MissingPartProps } from '@marashi/ui/late-part'
import { useEffect } from 'react'
import { siteCopy } from '../copy/site.ts'
import { PageFailure } from './page-failure.tsx'

/** In the place of a part whose code cannot be fetched. */
export function MissingPart(props: MissingPartProps) {
  useReload(props)
  return <FailedPart words={siteCopy.failedPart} {...props} />
}

/** In the place of a page whose code cannot be fetched. */
export function MissingPage(props: MissingPartProps) {
  useReload(props)
  return <PageFailure isUnreachable {...props} />
}

function useReload({ isRetrying }: MissingPartProps) {
  useEffect(() => {
    if (!isRetrying) void reloadWhereShopAnswers()
  }, [isRetrying])
}

/** Within this time after a reload a second one would not help either. */
const patienceMs = 10_000

/**
 * The shop answers, and its code does not come: a newer version of the shop no longer has it, or the browser remembers
 * the failure, as Chromium 153 still does. Both end with the document. What was typed is kept across it.
 */
async function reloadWhereShopAnswers() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload' && performance.now() < patienceMs) return
  const answer = await fetch('/healthz').catch(() => undefined)
  if (answer?.ok) location.reload()
}
