import { useSyncExternalStore } from 'react'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { CartNotice } from '../cart-notice.tsx'
import { readAttempt, subscribeToAttempt } from './stored-attempt.ts'

/**
 * Leads back to an order whose answer is not known, also from a cart of which nothing can be ordered. See
 * docs/behaviour.md#order-idempotency.
 */
export function UnansweredOrderNotice() {
  const isUnanswered = useSyncExternalStore(subscribeToAttempt, hasAttempt, () => false)
  if (!isUnanswered) return null
  return (
    <CartNotice title={checkoutCopy.unansweredTitle} text={checkoutCopy.unanswered}>
      <LinkButton to="/checkout">{checkoutCopy.backToOrder}</LinkButton>
    </CartNotice>
  )
}

const hasAttempt = () => readAttempt(Date.now()) !== null
