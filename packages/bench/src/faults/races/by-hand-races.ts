import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixture } from '../fixture.ts'
import { lineOf, type Placed, payByHand, place } from '../pay-by-hand.ts'
import { logIn, refundOf } from '../refund-order.ts'
import { stays } from '../scenario.ts'
import { send } from '../send.ts'
import { assign, atOnce, unassign } from './assign.ts'
import { assignAgainstLateCallback } from './assign-against-late-callback.ts'
import { paymentThatComes, promptThatIsSent } from './prompt-that-is-sent.ts'
import type { Race, RaceSetup } from './race.ts'

/** A prompt that is paid is reported four times to the one shop and three times, as if paid by hand, to the other. */
const confirmationAgainstCallback: Race = async (fixture) => {
  await promptThatIsSent(fixture)
}

/** Two shops are told the receipt while they are told of the payment. */
const confirmationAgainstTypedReceipt: Race = async (fixture, second) => {
  const { client, orderId, orderNumber, totalShillings } = await place(fixture)
  // Half of the payers leave the order's number out.
  const account = Math.random() < 0.5 ? orderNumber : ''
  const receipt = payByHand(fixture, client, { amountShillings: totalShillings, account })
  await atOnce([fixture, second, fixture, second], (shop) => typeReceipt(shop, { orderId, receipt }))
}

/** Two administrators say at once what the same money is for, each twice. */
const assignAgainstAssign: Race = async (fixture, second) => {
  const [one, other] = [await place(fixture), await place(second)]
  const { line } = await unmatchedMoney(fixture, one)
  await atOnce([one, other, one, other], (to, nth) => assign(nth % 2 ? fixture : second, { line, orderId: to.orderId }))
}

/** Two shoppers claim the same receipt for their orders, each in two shops. */
const claimAgainstClaim: Race = async (fixture, second) => {
  const [one, other] = [await place(fixture), await place(second)]
  fixture.simulator.control.direct('daraja.confirmation', { next: [{ lost: Math.random() < 0.5 }] })
  const receipt = payByHand(fixture, one.client, { amountShillings: one.totalShillings, account: '' })
  await atOnce([one, other, other, one], ({ orderId }, nth) =>
    typeReceipt(nth < 2 ? fixture : second, { orderId, receipt }),
  )
}

/** Two administrators refund a prompt's payment while its confirmation arrives. */
const refundAgainstConfirmation: Race = async (fixture, second) => {
  const { orderId } = await promptThatIsSent(fixture)
  const payment = await paymentThatComes(fixture, orderId)
  await atOnce([fixture, second], async (shop) => {
    const { path, body } = refundOf(shop, payment)
    return await send(shop, path, body, await logIn(shop))
  })
}

/** How long the last refund took: it checks the password first, for as long as the machine needs. */
let lastRefundMs = 300

/** One administrator takes money off an order, the other one refunds it. */
const unassignAgainstRefund: Race = async (fixture, second) => {
  const placed = await place(fixture)
  const { line } = await unmatchedMoney(fixture, placed)
  await assign(second, { line, orderId: placed.orderId })
  const payment = await paymentThatComes(fixture, placed.orderId)
  const session = await logIn(fixture)
  const { path, body } = refundOf(fixture, payment)
  const startedAt = performance.now()
  await Promise.all([
    send(fixture, path, body, session).then(() => {
      lastRefundMs = performance.now() - startedAt
    }),
    sleep(Math.random() * 1.3 * lastRefundMs).then(() => unassign(second, line)),
  ])
}

/** Money that was paid for an order without its number, as soon as the shop knows of it. */
async function unmatchedMoney(fixture: Fixture, { client, totalShillings }: Placed): Promise<{ line: string }> {
  const receipt = payByHand(fixture, client, { amountShillings: totalShillings, account: '' })
  const line = await lineOf(fixture, receipt, stays)
  if (!line) throw new Error('The line is missing')
  return { line }
}

const typeReceipt = (shop: Fixture, body: { orderId: string; receipt: string }) =>
  send(shop, '/api/payments/mpesa/receipt', body)

export const byHandRaces: Record<string, RaceSetup> = {
  'confirmation against callback of one prompt': { race: confirmationAgainstCallback, confirmsPrompts: true },
  'confirmation against typed receipt': { race: confirmationAgainstTypedReceipt },
  'assign against assign': { race: assignAgainstAssign },
  'assign against late callback': { race: assignAgainstLateCallback, callbackDelaysMs: [60, 200, 600] },
  'one receipt claimed for two orders': { race: claimAgainstClaim },
  'refund against confirmation': {
    race: refundAgainstConfirmation,
    confirmsPrompts: true,
    confirmationDelaysMs: [100, 200, 300, 400],
  },
  'unassign against refund': { race: unassignAgainstRefund },
}
