import { z } from 'zod'
import { versionRead } from './admin-lists.ts'
import { adminOrder, chosenOrders, orderStatusInput, orderWithCents } from './admin-orders.ts'
import { cents } from './admin-payments.ts'
import { refundRecord, refundWays } from './admin-refunds.ts'
import { id, requiredText } from './primitives.ts'

/** Several orders, none of them twice. */
const severalOrders = <Order extends z.ZodType<{ id: string }>>(order: Order) =>
  z
    .array(order)
    .min(1)
    .max(100)
    .refine((orders) => new Set(orders.map((each) => each.id.toLowerCase())).size === orders.length, {
      error: 'An order can be changed once only',
    })

/** Each order is answered apart, in the order of the request. */
export const answeredApart = z.object({
  results: z.array(
    z.object({
      id,
      order: adminOrder.nullable().meta({ description: 'As it is now; null where it was refused' }),
      problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
})
export type AnsweredApart = z.infer<typeof answeredApart>

/** `PATCH /api/admin/orders/status`: moves several orders on at once, each to a status of its own. */
export const advanceManyInput = z.strictObject({ changes: severalOrders(orderStatusInput) })
export type AdvanceMany = z.infer<typeof advanceManyInput>

export const advancedMany = answeredApart.meta({ id: 'AdvancedOrders' })

/** What becomes of the money of an order that is cancelled: it stays, or goes back by one of the ways. */
export const cancelRefunds = ['none', ...refundWays] as const
export type CancelRefund = (typeof cancelRefunds)[number]

/** Why orders are cancelled, and what becomes of their pieces. */
const cancellation = {
  reason: requiredText(200, 'Please give a reason'),
  restock: z.boolean().default(true).meta({ description: 'What stock it took goes back' }),
}

/** What of a payment may still go back, as it was read. */
const moneyRead = z.strictObject({ paymentId: id, left: cents })
export type MoneyRead = z.infer<typeof moneyRead>

/** `POST /api/admin/orders/{id}/cancel` */
export const cancelOrderInput = z.strictObject({
  id,
  ...versionRead,
  ...cancellation,
  refund: z
    .enum(cancelRefunds)
    .default('none')
    .meta({ description: 'All of its money, by the refunds of its payments' }),
  money: z.array(moneyRead).max(100).optional().meta({
    description:
      'What its payments have left to give back, as it was read. Where it differs by now, nothing is cancelled',
  }),
  password: z.string().max(200).optional().meta({ description: 'The administrator’s, where the provider asks for it' }),
})
export type CancelOrder = z.infer<typeof cancelOrderInput>

export const cancelledOrder = z
  .object({
    order: orderWithCents,
    refunds: z.array(refundRecord),
    problem: z.string().nullable().meta({
      description:
        'Why money was not given back: it could not be asked for, or a refund failed at once. The order is cancelled',
    }),
  })
  .meta({ id: 'CancelledOrder' })
export type CancelledOrder = z.infer<typeof cancelledOrder>

/** `POST /api/admin/orders/cancel`: cancels several orders without money at once, all for the same reason. */
export const cancelManyInput = z.strictObject({
  orders: severalOrders(z.strictObject({ id, ...versionRead })),
  ...cancellation,
})
export type CancelMany = z.infer<typeof cancelManyInput>

export const cancelledMany = answeredApart.meta({ id: 'CancelledOrders' })

/** `GET /api/admin/packing-slips?orders=id,id`: the orders to pack, in the order of the request. */
export const packingSlipsQuery = z.object({ orders: chosenOrders })
export type PackingSlipsQuery = z.infer<typeof packingSlipsQuery>

export const packingSlips = z.object({ orders: z.array(adminOrder) }).meta({ id: 'PackingSlips' })
export type PackingSlips = z.infer<typeof packingSlips>
