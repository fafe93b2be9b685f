import { randomUUID } from 'node:crypto'
import type { Environment, Shop } from '../environment/environment.ts'
import { orderBody, type Product, someOf } from '../environment/order-body.ts'
import { readProducts } from '../environment/read-products.ts'
import { type Finding, perSecond } from '../findings.ts'
import { runLoad } from '../load/apply-load.ts'
import { processorNote, rateOf, type Tempo, takeTurns, worstP99Ms } from '../load/take-turns.ts'
import { checkOrders, type SentOrder } from './check-orders.ts'

const MIN_ORDERS_PER_SECOND = 300
/** Of so many products the orders are. */
export const SOLD = 48

/** Orders a second, each with an Idempotency-Key of its own, and whether every order that was answered is in the database. */
export async function measureOrders(environment: Environment, tempo: Tempo): Promise<Finding[]> {
  const shop = await environment.shop(SOLD)
  const answered = new Map<string, SentOrder>()
  const load = orderLoad(shop, await readProducts(shop.origin, SOLD), answered)
  const { orders } = await takeTurns({ orders: load }, tempo)
  const rate = rateOf(orders)
  return [
    {
      measure: 'Orders',
      ours: perSecond(rate),
      target: `≥ ${perSecond(MIN_ORDERS_PER_SECOND)}`,
      isReached: rate >= MIN_ORDERS_PER_SECOND,
      note: `p99 ${worstP99Ms(orders)} ms, ${processorNote(orders)}`,
    },
    ...(await checkOrders(shop, answered)),
  ]
}

/** Orders as fast as they are answered, or as `rate` says; those that were stored are added to `answered`. */
export function orderLoad(
  shop: Shop,
  products: Product[],
  answered: Map<string, SentOrder>,
  rate: { connections?: number; overallRate?: number } = {},
) {
  return (seconds: number) =>
    runLoad(shop, {
      ...rate,
      duration: seconds,
      requests: [
        {
          setupRequest: (request, context: { sent?: SentOrder }) => {
            const order = anyOrder(products)
            const sent = { key: randomUUID(), body: JSON.stringify(order), lines: order.items.length }
            context.sent = sent
            const headers = { 'content-type': 'application/json', 'idempotency-key': sent.key }
            return { ...request, method: 'POST', path: '/api/orders', headers, body: sent.body }
          },
          onResponse: (status, body, context: { sent?: SentOrder }) => {
            if (status === 201 && context.sent) answered.set(JSON.parse(body).id, context.sent)
          },
        },
      ],
    })
}

/** One to three different products, as a shopper in Nairobi orders them. */
export const anyOrder = (products: readonly Product[]) =>
  orderBody(someOf(products), { phone: '0712 345 678', email: 'amina@example.com' }, 'manual')
