import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixture } from '../fixture.ts'
import { confirmationAddress } from '../fixture-database.ts'
import { lineOf, type Placed, payByHand, place } from '../pay-by-hand.ts'
import { logIn, refundOf, untilPaid } from '../refund-order.ts'
import { askForPrompt, stays } from '../scenario.ts'
import { type ShopResponse, send } from '../send.ts'
import type { Race } from './races.ts'

/** A prompt that is paid is reported four times to the one shop and three times, as if paid by hand, to the other. */
const confirmationAgainstCallback: Race = async (fixture) => {
  await askForPrompt(fixture)
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

/** The owner assigns a line that names no order while the callback of the same payment arrives late. */
const assignAgainstLateCallback: Race = async (fixture, second) => {
  const { control } = fixture.simulator
  const { orderId, phone } = await askForPrompt(fixture)
  // The callback is on its way for a while, as the runner has planned it; the line comes without a number.
  const prompt = await untilClosed(() => control.prompts(phone)[0])
  if (!prompt.receipt) throw new Error('The prompt was not paid')
  await reportWithoutAccount(second, { receipt: prompt.receipt, amountShillings: prompt.amountShillings })
  const line = await lineOf(fixture, prompt.receipt, stays)
  if (!line) throw new Error('The line is missing')
  // Two times out of three to the order that it belongs to.
  const to = Math.random() < 0.66 ? orderId : (await place(second)).orderId
  await sleep(Math.random() * 60)
  await atOnce([fixture, second], (shop) => assign(shop, { line, orderId: to }))
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
  const { orderId } = await askForPrompt(fixture)
  const payment = await untilPaid(fixture, AbortSignal.timeout(10_000), orderId)
  if (!payment) throw new Error('The order was not paid')
  await atOnce([fixture, second], async (shop) => {
    const { path, body } = refundOf(shop, payment)
    return await send(shop, path, body, await logIn(shop))
  })
}

/** One administrator takes money off an order, the other one refunds it. */
const unassignAgainstRefund: Race = async (fixture, second) => {
  const placed = await place(fixture)
  const { line } = await unmatchedMoney(fixture, placed)
  await assign(second, { line, orderId: placed.orderId })
  const payment = await untilPaid(fixture, AbortSignal.timeout(10_000), placed.orderId)
  if (!payment) throw new Error('The order was not paid')
  const sessions = [await logIn(fixture), await logIn(second)] as const
  const { path, body } = refundOf(fixture, payment)
  await Promise.all([
    send(fixture, path, body, sessions[0]),
    // The refund checks the password first.
    sleep(Math.random() * 1_500).then(() => send(second, `/api/admin/transactions/${line}/unassign`, {}, sessions[1])),
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

const assign = async (shop: Fixture, { line, orderId }: { line: string; orderId: string }) =>
  await send(shop, `/api/admin/transactions/${line}/assign`, { orderId }, await logIn(shop))

const atOnce = <Each>(
  each: readonly Each[],
  work: (one: Each, nth: number) => Promise<ShopResponse | undefined>,
): Promise<unknown> => Promise.all(each.map(work))

/** A confirmation without an account, as of a Buy Goods number. */
const reportWithoutAccount = (
  fixture: Fixture,
  { receipt, amountShillings }: { receipt: string; amountShillings: number },
): Promise<unknown> => {
  const body = {
    TransactionType: 'Pay Bill',
    TransID: receipt,
    TransTime: '20261122120000',
    TransAmount: amountShillings.toFixed(2),
    BusinessShortCode: fixture.settings.MPESA_SHORTCODE,
    BillRefNumber: '',
    MSISDN: '2547 ***** 678',
    FirstName: 'AMINA',
  }
  return send(fixture, confirmationAddress(''), body)
}

async function untilClosed<Prompt extends { receipt: string | null; closedAt: string | null }>(
  read: () => Prompt | undefined,
): Promise<Prompt> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(5)) {
    const prompt = read()
    if (prompt?.closedAt) return prompt
  }
  throw new Error('The prompt was not answered')
}

export const byHandRaces: Record<
  string,
  { race: Race; confirmsPrompts?: true; callbackDelaysMs?: number[]; confirmationDelaysMs?: number[] }
> = {
  'confirmation against callback of one prompt': { race: confirmationAgainstCallback, confirmsPrompts: true },
  'confirmation against typed receipt': { race: confirmationAgainstTypedReceipt },
  'assign against assign': { race: assignAgainstAssign },
  'assign against late callback': { race: assignAgainstLateCallback, callbackDelaysMs: [60, 90, 120] },
  'one receipt claimed for two orders': { race: claimAgainstClaim },
  'refund against confirmation': {
    race: refundAgainstConfirmation,
    confirmsPrompts: true,
    confirmationDelaysMs: [100, 200, 300, 400],
  },
  'unassign against refund': { race: unassignAgainstRefund },
}
