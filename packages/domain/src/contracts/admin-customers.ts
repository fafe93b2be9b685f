import { z } from 'zod'
import { listCursor, nextCursor, timeFilter } from './admin-lists.ts'
import { adminOrder } from './admin-orders.ts'
import { cleanText, id, instant, searchText } from './primitives.ts'

/**
 * Who ordered by one phone, however it was written. Name, e-mail and address are those of the newest order. They are asked for
 * by the id of any of their orders, so that no address that a proxy logs holds a phone.
 */
export const customer = z
  .object({
    id: id.meta({ description: 'Of the newest order' }),
    phone: z.string().meta({ description: 'Its digits, as 0712345678: what the customer is known by' }),
    name: z.string(),
    email: z.string().nullable(),
    address: z.string(),
    orders: z.int(),
    total: z.number().meta({ description: 'Shillings that came and stayed, with cents; what the dashboard counts' }),
    lastOrderAt: instant,
    lastOrderNumber: z.string(),
    note: z.string().nullable(),
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof customer>

/** `GET /api/admin/customers`: those who ordered last come first. The search is that of the orders. */
export const customerListQuery = z.object({
  search: searchText,
  limit: z.int().min(1).max(100).default(20),
  ...listCursor,
  ...timeFilter,
})
export type CustomerListQuery = z.infer<typeof customerListQuery>

export const customerList = z.object({ customers: z.array(customer), ...nextCursor }).meta({ id: 'CustomerList' })
export type CustomerList = z.infer<typeof customerList>

export const customerId = z.object({ id })

/** `PUT /api/admin/customers/{id}/note`; an empty note is none. */
export const customerNoteInput = z.strictObject({
  id,
  note: cleanText()
    .max(2_000, 'Must be at most 2000 characters')
    .transform((text) => text.trim()),
  noteBefore: cleanText().max(2_000).nullable().optional().meta({
    description:
      'The `note` that was read; where another is stored by now, `STALE`, and nothing changes. Without it the last one wins',
  }),
})
export type CustomerNote = z.infer<typeof customerNoteInput>

/** `GET /api/admin/customers/{id}/data`: everything that the shop holds about one person. */
export const customerData = z
  .object({
    customer,
    orders: z.array(adminOrder),
    payments: z.array(
      z.object({
        orderNumber: z.string(),
        method: z.string(),
        status: z.string(),
        amount: z.number().meta({ description: 'Shillings, with cents' }),
        receipt: z.string().nullable(),
        phone: z.string().nullable(),
        createdAt: instant,
      }),
    ),
    notes: z.array(z.object({ orderNumber: z.string(), text: z.string(), writtenAt: instant })),
    emails: z.array(z.object({ recipient: z.string(), sentAt: instant.nullable() })),
    reviews: z.array(
      z.object({ name: z.string().nullable(), rating: z.int(), content: z.string(), createdAt: instant }),
    ),
  })
  .meta({ id: 'CustomerData' })
export type CustomerData = z.infer<typeof customerData>

/** `POST /api/admin/customers/{id}/erase` */
export const eraseCustomerInput = z.strictObject({ id, password: z.string().max(1_000) })
export type EraseCustomer = z.infer<typeof eraseCustomerInput>
export const erasedCustomer = z.object({ orders: z.int().meta({ description: 'Orders that name nobody any more' }) })
