import type { Fixture } from '../fixture.ts'
import { untilPaid } from '../refund-order.ts'
import { askForPrompt } from '../scenario.ts'

const TRIES = 10
const PATIENCE_MS = 30_000

/** Orders until a prompt was sent: a busy shop turns some shoppers away, and a race without a payment is none. */
export async function promptThatIsSent(fixture: Fixture): Promise<{ orderId: string; phone: string }> {
  for (let left = TRIES; left > 0; left--) {
    const { isAsked, ...asked } = await askForPrompt(fixture)
    if (isAsked) return asked
  }
  throw new Error('No prompt was sent')
}

/** The payment of an order that is being paid; throws where it never comes. */
export async function paymentThatComes(fixture: Fixture, orderId: string): Promise<{ id: string; cents: number }> {
  const payment = await untilPaid(fixture, AbortSignal.timeout(PATIENCE_MS), orderId)
  if (!payment) throw new Error('The order was not paid')
  return payment
}
