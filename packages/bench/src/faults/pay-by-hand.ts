import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { type Client, newClient, order } from './client.ts'
import type { Fixture } from './fixture.ts'
import { logIn } from './refund-order.ts'
import { stays } from './scenario.ts'
import { sendUntilAnswered } from './send.ts'
import { importStatement } from './statements.ts'
import { untilThere } from './until-there.ts'

export interface OrderToPay {
  orderId: string
  orderNumber: string
  totalShillings: number
}

/** Places an order that is to be paid by hand. Undefined when the client left before. */
async function orderToPay(fixture: Fixture, client: Client): Promise<OrderToPay | undefined> {
  const orderId = await order(fixture, client, 'mpesa')
  if (!orderId) return undefined
  const [row] = await fixture.query<OrderToPay>(
    `select id as "orderId", order_number as "orderNumber", total::int as "totalShillings" from orders where id = $1`,
    [orderId],
  )
  return row
}

/** Pays the Paybill what an order costs, and types `account`. Answers the receipt. */
export const payByHand = (
  { simulator: { control } }: Fixture,
  client: Client,
  { amountShillings, account }: { amountShillings: number; account: string },
): string => control.payByHand({ amountShillings, account, phone: `254${client.phone.slice(1)}` }).receipt

/** Orders and pays the Paybill by hand under the order's number. */
export async function buyByHand(fixture: Fixture, client: Client): Promise<void> {
  const placed = await orderToPay(fixture, client)
  if (placed) payByHand(fixture, client, { amountShillings: placed.totalShillings, account: placed.orderNumber })
}

/** Orders, pays by hand without a number, and types the receipt; nothing else reports the payment. */
export async function buyAndTypeReceipt(fixture: Fixture, client: Client): Promise<void> {
  const placed = await orderToPay(fixture, client)
  if (!placed) return
  fixture.simulator.control.direct('daraja.confirmation', { next: [{ lost: true }] })
  const receipt = payByHand(fixture, client, { amountShillings: placed.totalShillings, account: '' })
  const { orderId } = placed
  await sendUntilAnswered(fixture, client.leaves, '/api/payments/mpesa/receipt', { orderId, receipt })
}

/** Orders and pays by hand without a number; the administrator finds the money and says what it is for. Answers its line. */
export async function buyAndBeAssigned(fixture: Fixture, client: Client): Promise<string | undefined> {
  const placed = await orderToPay(fixture, client)
  if (!placed) return undefined
  const receipt = payByHand(fixture, client, { amountShillings: placed.totalShillings, account: '' })
  const line = await lineOf(fixture, receipt, client.leaves)
  if (!line) return undefined
  const path = `/api/admin/transactions/${line}/assign`
  await sendUntilAnswered(fixture, client.leaves, path, { orderId: placed.orderId }, await logIn(fixture))
  return line
}

/** The same, and the administrator takes it back. */
export async function buyAndBeUnassigned(fixture: Fixture, client: Client): Promise<void> {
  const line = await buyAndBeAssigned(fixture, client)
  if (!line) return
  await sendUntilAnswered(fixture, client.leaves, `/api/admin/transactions/${line}/unassign`, {}, await logIn(fixture))
}

/** Orders and pays by hand under the order's number, and nobody but a statement says so. */
export async function buyAndBeImported(fixture: Fixture, client: Client): Promise<void> {
  const placed = await orderToPay(fixture, client)
  if (!placed) return
  fixture.simulator.control.direct('daraja.confirmation', { next: [{ lost: true }] })
  payByHand(fixture, client, { amountShillings: placed.totalShillings, account: placed.orderNumber })
  await importStatement(fixture, client)
}

/** The administrator asks the gateways for their lists of today. */
export async function checkToday(
  fixture: Fixture,
  { leaves }: Pick<Client, 'leaves'>,
  headers: Record<string, string> = {},
): Promise<void> {
  const now = new Date(Date.now() + fixture.simulator.control.state().clockOffsetMs)
  const body = { day: nairobiDay(now.getTime()) }
  await sendUntilAnswered(fixture, leaves, '/api/admin/cash-up/check', body, {
    ...(await logIn(fixture)),
    ...headers,
  })
}

/** The id of the line that a confirmation has become, as soon as it is there. */
export const lineOf = ({ query }: Fixture, receipt: string, leaves: AbortSignal): Promise<string | undefined> =>
  untilThere(leaves, async () => {
    const [line] = await query<{ id: string }>('select id from gateway_transactions where reference = $1', [receipt])
    return line?.id
  })

export interface Placed extends OrderToPay {
  client: Client
}

/** Places the order of a client who does not leave. */
export async function place(fixture: Fixture): Promise<Placed> {
  const client = newClient(fixture, stays)
  const placed = await orderToPay(fixture, client)
  if (!placed) throw new Error('The order was not placed')
  return { ...placed, client }
}
