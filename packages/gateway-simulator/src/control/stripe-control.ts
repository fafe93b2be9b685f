import { settleBalance } from '../stripe/after-payment.ts'
import type { CardOutcome } from '../stripe/cards.ts'
import type { ClosedStatus, Dispute, OpenStatus } from '../stripe/dispute.ts'
import { closeDispute, openDispute, updateDispute } from '../stripe/disputes.ts'
import type { StoredCharge } from '../stripe/new-charge.ts'
import type { Intent } from '../stripe/new-intent.ts'
import { payIntent } from '../stripe/pay-intent.ts'
import { createRefund, endRefund, type StoredRefund } from '../stripe/refunds.ts'
import type { StripeAccount } from '../stripe/stripe-account.ts'

/** What customers, banks and the merchant's dashboard do at Stripe. All throw Stripe's refusal where it would refuse. */
export function stripeControl(account: StripeAccount) {
  /** A payment is refunded and disputed by the intent's id; Stripe keeps both with its charge. */
  const chargeOf = (intentId: string): string => account.intent(intentId).latest_charge ?? ''
  return {
    intents(): Intent[] {
      return account.intents.list()
    },

    /** What the customer's browser does with Stripe.js. A refused card does not throw: see `last_payment_error`. */
    payIntent(intentId: string, card: CardOutcome = { outcome: 'succeeded' }): Intent {
      return payIntent(account, intentId, card)
    },

    /** The fee becomes known now instead of a little later. */
    settleBalance(intentId: string): StoredCharge {
      return settleBalance(account, chargeOf(intentId))
    },

    /** Gives back all that is left, or `cents`, as somebody does in Stripe's dashboard. */
    refundIntent(intentId: string, cents?: number): StoredCharge {
      createRefund(account, { chargeId: chargeOf(intentId), cents })
      return account.charge(chargeOf(intentId))
    },

    /** All refunds, oldest first. */
    refunds(): StoredRefund[] {
      return account.refunds.list()
    },

    /** Ends a refund that is pending, or has one that succeeded fail. */
    endRefund(refundId: string, status: 'succeeded' | 'failed'): StoredRefund {
      return endRefund(account, refundId, status)
    },

    /** With a `warning_` status the bank only inquires. */
    openDispute(intentId: string, status?: OpenStatus): Dispute {
      return openDispute(account, chargeOf(intentId), status)
    },

    updateDispute(disputeId: string, status: OpenStatus, dueBySeconds?: number): Dispute {
      return updateDispute(account, disputeId, status, dueBySeconds)
    },

    closeDispute(disputeId: string, status: ClosedStatus): Dispute {
      return closeDispute(account, disputeId, status)
    },

    /** Where events go from now on; undefined: nowhere. */
    setWebhookUrl(url: string | undefined): void {
      account.webhooks.url = url
    },

    /** Sends an event once more. Throws when there is none with that id. */
    resendEvent(eventId: string): void {
      account.webhooks.resend(eventId)
    },
  }
}
