import type { Fulfilment } from '@marashi/domain/contracts/admin-orders'
import { type OrderPaymentMethod, orderStatuses } from '@marashi/domain/contracts/checkout'
import { mpesaStatuses } from '@marashi/domain/contracts/orders'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, moneyBounds, paymentMethodForm, randomId, timestamps } from '../../db/columns.ts'
import { mailboxOf } from './mailbox.ts'

/** What a shopper ordered. Amounts are Kenyan shillings. Deleting hides the row (docs/behaviour.md#deleted-orders). */
export const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'orders',
  properties: {
    id: randomId(),
    // M-Pesa shows an account reference of at most 12 letters and digits (docs/behaviour.md#order-numbers-and-ids).
    orderNumber: p
      .text()
      .unique()
      .defaultRaw(`('MR'::text || nextval('order_number_seq'::regclass))`)
      .check(`order_number ~ '^[A-Za-z0-9]{1,12}$'`),
    // The address of the order's own page; whoever has it may see the order (docs/behaviour.md#order-page).
    pageSecret: p.text().unique().defaultRaw('new_page_secret()').check(`page_secret ~ '^[A-Za-z0-9_-]{43}$'`),
    customerName: p.text(),
    customerPhone: p.text(),
    customerEmail: p.text().nullable(),
    deliveryAddress: p.text(),
    deliveryLocation: p.text(), // a trigger refuses what is none of `delivery_places`
    // What the shopper was promised; an order that is older than the promise of its place has none.
    deliveryPromise: p.text().nullable(),
    deliveryCharge: p.integer().check(moneyBounds('delivery_charge')),
    subtotal: p.decimal('number').columnType('numeric(12,2)').check(moneyBounds('subtotal')),
    // What the administrator takes off the lines; see docs/behaviour.md#discounts.
    discount: p.integer().default(0).check('discount >= 0 and discount <= subtotal'),
    total: p
      .decimal('number')
      .columnType('numeric(12,2)')
      .check(`${moneyBounds('total')} and total = subtotal - discount + delivery_charge`),
    status: p.enum(orderStatuses).default('pending'),
    paymentMethod: p.text().$type<OrderPaymentMethod>().check(paymentMethodForm('payment_method')),
    currency: p.enum(['KES']).default('KES'),
    paymentInitiatedAt: instantColumn().nullable(),
    paidAt: instantColumn().nullable(),
    paymentFailureReason: p.text().nullable(),
    paymentRetryCount: p.integer().default(0).check('payment_retry_count >= 0'),
    paymentProcessingFee: p
      .decimal('number')
      .columnType('numeric(12,2)')
      .nullable()
      .check(moneyBounds('payment_processing_fee')),
    // What of its payment went back to the customer; revenue leaves it out.
    refundedAmount: p
      .decimal('number')
      .columnType('numeric(10,2)')
      .default(0)
      .check('refunded_amount >= 0 and refunded_amount <= 99999999'),
    // All of its money went back and none came since; the database derives it from the payments.
    refundedAt: instantColumn().nullable(),
    paymentGatewayResponse: p.json<Record<string, unknown>>().nullable(),
    stripePaymentIntentId: p.text().nullable(),
    mpesaMerchantRequestId: p.text().nullable(),
    mpesaCheckoutRequestId: p.text().nullable(),
    mpesaReceiptNumber: p.text().nullable(),
    mpesaStatus: p.enum(mpesaStatuses).nullable(),
    mpesaPhone: p.text().nullable(),
    // Until when an order that waits keeps what it took of counted stock; null where it has no end, -infinity once its time was
    // over (docs/behaviour.md#stock).
    piecesHeldUntil: instantColumn().nullable(),
    // What that was when the order last began to wait, however it was prolonged since; null where it had no end, and on old orders.
    holdEndsAt: instantColumn().nullable(),
    // The owner cancelled it and what it took does not come back. The database clears it once it is no longer cancelled.
    keepsPieces: p.boolean().default(false),
    // The shopper cancelled it, so the shopper may open it again. The database takes that back once it is no longer cancelled.
    cancelledByShopper: p.boolean().default(false),
    // Whether it was to be paid on delivery when its money came; null where that is not known. The database makes it one again once
    // no money is left of it.
    wasOnDelivery: p.boolean().nullable(),
    deletedAt: instantColumn().nullable(),
    // The database's own copies behind the administrator's search: words to look into, and whole values to look up.
    searchText: p
      .text()
      .generated(
        '(order_search_text(order_number, customer_name, customer_phone, customer_email, mpesa_phone, mpesa_receipt_number, stripe_payment_intent_id)) stored',
      )
      .nullable()
      .lazy()
      .hidden(),
    searchKeys: p
      .array()
      .columnType('text[]')
      .generated(
        '(order_search_keys(order_number, customer_phone, customer_email, mpesa_phone, mpesa_receipt_number, stripe_payment_intent_id)) stored',
      )
      .nullable()
      .lazy()
      .hidden(),
    // Whether the order is to be packed, or is unpaid; null also where its money went back. The database derives it.
    fulfilment: p
      .text()
      .$type<Fulfilment>()
      .generated('(order_fulfilment(status, payment_method, paid_at, deleted_at, refunded_at)) stored')
      .nullable()
      .lazy()
      .hidden(),
    ...timestamps,
  },
  indexes: [
    {
      name: 'orders_fulfilment_newest_idx',
      expression:
        'create index "orders_fulfilment_newest_idx" on "orders" ("fulfilment", "created_at" desc, "id" desc) where "fulfilment" is not null',
    },
    {
      // For programs that follow by `updatedSince`. A tree would cost each change an entry in every other index, too.
      name: 'orders_updated_idx',
      expression:
        'create index "orders_updated_idx" on "orders" using brin ("updated_at") with (pages_per_range = 16, autosummarize = on)',
    },
    {
      name: 'orders_newest_idx',
      expression:
        'create index "orders_newest_idx" on "orders" ("created_at" desc, "id" desc) where "deleted_at" is null',
    },
    {
      name: 'orders_deleted_newest_idx',
      expression:
        'create index "orders_deleted_newest_idx" on "orders" ("created_at" desc, "id" desc) where "deleted_at" is not null',
    },
    {
      name: 'orders_status_newest_idx',
      expression:
        'create index "orders_status_newest_idx" on "orders" ("status", "created_at" desc, "id" desc) where "deleted_at" is null',
    },
    {
      name: 'orders_customer_idx',
      expression:
        'create index "orders_customer_idx" on "orders" (phone_digits("customer_phone"), "created_at" desc, "id" desc)',
    },
    {
      name: 'orders_mailbox_idx',
      expression: `create index "orders_mailbox_idx" on "orders" (${mailboxOf('"customer_email"')}) where "customer_email" is not null and "paid_at" is null`,
    },
    {
      name: 'orders_unpaid_amount_idx',
      expression:
        'create index "orders_unpaid_amount_idx" on "orders" ("total", "created_at" desc) where "paid_at" is null',
    },
    {
      name: 'orders_pieces_held_idx',
      expression:
        'create index "orders_pieces_held_idx" on "orders" ("pieces_held_until") where "pieces_held_until" is not null',
    },
    {
      name: 'orders_on_delivery_idx',
      expression: `create index "orders_on_delivery_idx" on "orders" ("pieces_held_until") where "payment_method" = 'manual' and "status" = 'pending' and "paid_at" is null and "deleted_at" is null`,
    },
    {
      name: 'orders_search_idx',
      expression: 'create index "orders_search_idx" on "orders" using gin ("search_text" gin_trgm_ops)',
    },
    {
      name: 'orders_search_keys_idx',
      expression: 'create index "orders_search_keys_idx" on "orders" using gin ("search_keys")',
    },
  ],
})
export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order)
