import type { Fixture } from './fixture.ts'
import { logIn, refundOf, untilPaid } from './refund-order.ts'
import { askForPrompt } from './scenario.ts'
import { send } from './send.ts'

/** Orders, waits until the prompt is paid, and has the administrator give the money back. Throws where it is not paid. */
export async function refundPrompt(fixture: Fixture): Promise<void> {
  const { orderId } = await askForPrompt(fixture)
  const payment = await untilPaid(fixture, AbortSignal.timeout(10_000), orderId)
  if (!payment) throw new Error('The order was not paid')
  const { path, body } = refundOf(fixture, payment)
  await send(fixture, path, body, await logIn(fixture))
}
