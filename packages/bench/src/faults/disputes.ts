import type { ClosedStatus, OpenStatus } from '@marashi/gateway-simulator/stripe/dispute'
import { buyWithCard, type Client, newClient } from './client.ts'
import type { Fixture } from './fixture.ts'
import { untilPaid } from './refund-order.ts'
import { stays } from './scenario.ts'

export interface CardPayment {
  orderId: string
  paymentId: string
  intentId: string
  cents: number
}

/** What a bank does about one payment; undecided where it does not close. */
export interface DisputeSteps {
  opens: OpenStatus
  becomes?: OpenStatus
  closes?: ClosedStatus
}

/** Every way that a dispute may go. */
export const disputeCourses: readonly DisputeSteps[] = [
  { opens: 'needs_response', becomes: 'under_review', closes: 'won' },
  { opens: 'needs_response', becomes: 'under_review', closes: 'lost' },
  { opens: 'warning_needs_response', becomes: 'needs_response', closes: 'lost' },
  { opens: 'warning_needs_response', becomes: 'warning_under_review', closes: 'warning_closed' },
  { opens: 'needs_response', becomes: 'under_review' },
  { opens: 'needs_response' },
]

/** Orders and pays by card; undefined when the client left before. */
export async function payByCard(
  fixture: Fixture,
  client: Client = newClient(fixture, stays),
): Promise<CardPayment | undefined> {
  await buyWithCard(fixture, client)
  const { orderId, leaves } = client
  const payment = orderId && (await untilPaid(fixture, leaves, orderId))
  if (!payment) return undefined
  const [row] = await fixture.query<{ intentId: string }>(
    'select stripe_payment_intent_id as "intentId" from payments where id = $1',
    [payment.id],
  )
  return row && { orderId, paymentId: payment.id, cents: payment.cents, intentId: row.intentId }
}

/** The bank takes its steps one right after the other. */
export function dispute(
  { simulator: { control } }: Fixture,
  intentId: string,
  { opens, becomes, closes }: DisputeSteps,
): void {
  const { id } = control.openDispute(intentId, opens)
  if (becomes) control.updateDispute(id, becomes)
  if (closes) control.closeDispute(id, closes)
}
