import { shownToast, subscribeToToasts, toast } from '@marashi/ui/toast'
import { type Headline, liveCopy } from '../../copy/live.ts'

const waiting: Headline[] = []
let stopWaiting: (() => void) | undefined

/** Shows headlines, as one message, once no other is shown: the one that is may hold the way back from a step. */
export function showWhenFree(headlines: readonly Headline[]): void {
  waiting.push(...headlines)
  stopWaiting ??= subscribeToToasts(showIfFree)
  showIfFree()
}

function showIfFree(): void {
  if (shownToast()) return
  stopWaiting?.()
  stopWaiting = undefined
  const [first, ...more] = waiting.splice(0)
  if (!first) return
  toast(more.length === 0 ? first : { title: liveCopy.several(more.length + 1), description: first.title })
}
