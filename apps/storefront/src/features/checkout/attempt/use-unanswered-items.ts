import type { QuoteInput } from '@marashi/domain/contracts/checkout'
import { useSyncExternalStore } from 'react'
import { readAttempt, subscribeToAttempt } from './stored-attempt.ts'

/** The lines of the order that this device has sent and that has no answer yet; none where there is no such order. */
export function useUnansweredItems(): QuoteInput['items'] {
  return JSON.parse(useSyncExternalStore(subscribeToAttempt, itemsAsText, () => '[]'))
}

/** As text, which is equal for as long as the lines are. */
function itemsAsText(): string {
  const items = readAttempt(Date.now())?.body.items ?? []
  return JSON.stringify(items.map(({ productId, quantity }) => ({ productId, quantity })))
}
