import { z } from 'zod'
import { attentions } from '../rules/payment-status.ts'
import { cents, paymentRecord } from './admin-payments.ts'
import { orderPaymentMethods } from './checkout.ts'
import { id, instant } from './primitives.ts'

/** `GET /api/admin/stats`. Revenue in shillings, see docs/behaviour.md#revenue; recent means the last 7 days. */
export const adminStats = z
  .object({
    totalProducts: z.int(),
    totalOrders: z.int(),
    totalRevenue: z
      .number()
      .meta({ description: 'Kenyan shillings, of orders that are paid, or delivered with payment on delivery' }),
    totalRevenueCents: cents,
    recentOrdersCount: z.int(),
  })
  .meta({ id: 'AdminStats' })
export type AdminStats = z.infer<typeof adminStats>

const soldLines = z.object({
  name: z.string(),
  amount: z.number().meta({ description: 'Kenyan shillings, by the price of the lines' }),
  amountCents: cents,
  pieces: z.int(),
})
/** Perfumes by what their lines came to. */
const topProducts = z.array(soldLines.extend({ id, image: z.string() }))
export type TopProducts = z.infer<typeof topProducts>

/** Perfumes that were deleted since, by the name of their lines. */
const topDeleted = z.array(soldLines)
export type TopDeleted = z.infer<typeof topDeleted>

/** `GET /api/admin/overview`: what today has brought, what needs the administrator, and the sales of the last 30 days. */
export const adminOverview = z
  .object({
    takings: z.object({
      day: z.iso.date().meta({ description: 'Today in Nairobi' }),
      revenue: z.number().meta({ description: 'Kenyan shillings, as `totalRevenue` counts them, of orders of today' }),
      revenueCents: cents,
      orders: z.int(),
      weekBefore: z
        .number()
        .meta({ description: 'Kenyan shillings of the same day a week ago, until the same minute' }),
      weekBeforeCents: cents,
      byMethod: z.array(z.object({ method: z.enum(orderPaymentMethods), revenue: z.number(), revenueCents: cents })),
    }),
    top: z
      .object({
        day: topProducts,
        week: topProducts,
        month: topProducts,
        deleted: z
          .object({ day: topDeleted, week: topDeleted, month: topDeleted })
          .meta({ description: 'Those that were deleted since, by the name that their lines have' }),
      })
      .meta({ description: 'The perfumes that sold best today, in 7 days and in 30, in Nairobi' }),
    attention: z.array(
      z.object({
        payment: paymentRecord
          .pick({
            id: true,
            orderId: true,
            orderNumber: true,
            paymentMethod: true,
            amount: true,
            status: true,
            receipt_number: true,
            createdAt: true,
          })
          .extend({ amountCents: cents }),
        reason: z.enum([...attentions, 'stuck']).meta({ description: '`stuck`: open for more than 15 minutes' }),
      }),
    ),
    attentionTotal: z.int(),
    webhookEventsSetAside: z.int().meta({ description: 'Messages of the gateways that could not be processed' }),
    unmatchedPayments: z.int().meta({ description: 'Payments that arrived and belong to no order yet' }),
    waitingReceipts: z.int().meta({ description: 'Receipts that shoppers typed and only the administrator can prove' }),
    pendingReviews: z.int(),
    ordersToPack: z.int().meta({ description: 'Paid or to be paid on delivery, and not yet shipped' }),
    ordersToDeliver: z.int().meta({ description: 'Shipped, and not yet delivered' }),
    oldestToPack: instant.nullable().meta({ description: 'When the longest waiting of `ordersToPack` was placed' }),
    unpaidOrders: z.int().meta({ description: 'Not yet shipped because their money has not come' }),
    sales: z
      .array(
        z.object({
          day: z.iso.date().meta({ description: 'A day in Nairobi' }),
          orders: z.int(),
          revenue: z
            .number()
            .meta({ description: 'Kenyan shillings, as `totalRevenue` counts them, by the day of the order' }),
          revenueCents: cents,
        }),
      )
      .meta({ description: 'The last 30 days, oldest first, days without sales included' }),
    updatedAt: instant,
  })
  .meta({ id: 'AdminOverview' })
export type AdminOverview = z.infer<typeof adminOverview>

/** `POST /api/admin/payments/{id}/attention`: resolves the flag that `attention` shows, for clients that know one flag a payment. */
export const clearAttentionInput = z.strictObject({ id })
