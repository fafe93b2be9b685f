import { settleBalanceLater } from './after-payment.ts'
import { type CardOutcome, type Decline, describeDecline } from './cards.ts'
import type { IntentRequest } from './intent-request.ts'
import { newCharge, type StoredCharge } from './new-charge.ts'
import { type Intent, newIntent } from './new-intent.ts'
import type { StripeAccount } from './stripe-account.ts'
import { invalid } from './stripe-error.ts'

const PAYABLE: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']
const CANCELABLE: readonly string[] = PAYABLE.filter((status) => status !== 'processing')

/**
 * Tries a card, as the customer's browser does. A refused card leaves the intent payable, with the reason
 * in `last_payment_error`. Throws Stripe's refusal when the intent cannot be paid any more.
 */
export function payIntent(account: StripeAccount, id: string, card: CardOutcome): Intent {
  const intent = requireStatus(PAYABLE, account.intent(id), 'confirm')
  if (card.outcome === 'succeeded') return succeed(account, intent)
  if (card.outcome === 'declined') return fail(account, intent, describeDecline(card.declineCode))
  const isChallenge = card.outcome === 'requires_action'
  const next_action = isChallenge ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null
  const waiting = account.intents.put({ ...intent, status: card.outcome, next_action, last_payment_error: null })
  account.webhooks.emit({ type: `payment_intent.${card.outcome}`, object: waiting })
  return waiting
}

export function createIntent(account: StripeAccount, request: IntentRequest): Intent {
  const intent = account.intents.put(newIntent(request, account.world.clock.seconds()))
  account.webhooks.emit({ type: 'payment_intent.created', object: intent })
  return intent
}

/** Throws Stripe's refusal when the intent was paid, is being paid, or was canceled before. */
export function cancelIntent(account: StripeAccount, id: string): Intent {
  const intent = requireStatus(CANCELABLE, account.intent(id), 'cancel')
  const canceled_at = account.world.clock.seconds()
  const canceled = account.intents.put({ ...intent, status: 'canceled', canceled_at, next_action: null })
  account.webhooks.emit({ type: 'payment_intent.canceled', object: canceled })
  return canceled
}

/** After a restart: a payment in the ledger was made, whatever else was written before the end. */
export function catchUpWithLedger(account: StripeAccount): void {
  for (const { gateway, id, receipt } of account.world.ledger.entries()) {
    const intent = gateway === 'stripe' ? account.intents.find(id) : undefined
    if (!intent) continue
    const atSeconds = account.world.clock.seconds()
    const charge =
      account.charges.find(receipt) ?? account.charges.put({ ...newCharge(intent, { atSeconds }), id: receipt })
    if (intent.status !== 'succeeded') markPaid(account, intent, charge)
    settleBalanceLater(account, charge)
  }
}

/** Writes the money first: the ledger before the intent, and the intent before the webhook. */
function succeed(account: StripeAccount, intent: Intent): Intent {
  const { ledger, clock } = account.world
  const charge = newCharge(intent, { atSeconds: clock.seconds() })
  ledger.record({
    gateway: 'stripe',
    id: intent.id,
    receipt: charge.id,
    orderReference: intent.metadata.orderNumber ?? intent.metadata.orderId ?? '',
    amountCents: intent.amount,
    refundedCents: 0,
    phone: null,
    at: clock.now().toISOString(),
  })
  const paid = markPaid(account, intent, account.charges.put(charge))
  account.webhooks.emit({ type: 'payment_intent.succeeded', object: paid })
  account.webhooks.emit({ type: 'charge.succeeded', object: charge })
  settleBalanceLater(account, charge)
  return paid
}

function markPaid(account: StripeAccount, intent: Intent, charge: StoredCharge): Intent {
  return account.intents.put({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  })
}

function fail(account: StripeAccount, intent: Intent, decline: Decline): Intent {
  const charge = account.charges.put(newCharge(intent, { atSeconds: account.world.clock.seconds(), decline }))
  const { code, declineCode, message } = decline
  const failed = account.intents.put({
    ...intent,
    status: 'requires_payment_method',
    latest_charge: charge.id,
    last_payment_error: { type: 'card_error', charge: charge.id, code, decline_code: declineCode, message },
    next_action: null,
  })
  account.webhooks.emit({ type: 'charge.failed', object: charge })
  account.webhooks.emit({ type: 'payment_intent.payment_failed', object: failed })
  return failed
}

function requireStatus(allowed: readonly string[], intent: Intent, verb: string): Intent {
  if (allowed.includes(intent.status)) return intent
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`
  throw invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
}
