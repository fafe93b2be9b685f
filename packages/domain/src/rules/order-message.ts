/** The text of an order by WhatsApp: items, quantities, delivery and total. See docs/behaviour.md#whatsapp-order. */

import type { CartItem } from './cart.ts'
import { formatKsh, lineTotal } from './money.ts'
import { isAgreedElsewhere } from './sum-to-pay.ts'

type Order = {
  shopName: string
  items: readonly Pick<CartItem, 'name' | 'price' | 'quantity'>[]
  /** Whole shillings. */
  deliveryCharge: number
  /** The name of the location, for example `Embu`. */
  deliveryLabel: string
  /** Whole shillings, delivery included. */
  total: number
}

/** The text that the chat opens with; plain lines, so that every phone shows the same. */
export function orderMessage({ shopName, items, deliveryCharge, deliveryLabel, total }: Order): string {
  const subtotal = items.reduce((sum, item) => sum + lineTotal(item), 0)
  return [
    `Hello ${shopName}, I would like to order:`,
    '',
    ...items.map(
      (item, index) => `${index + 1}. ${oneLine(item.name)} x ${item.quantity} - ${formatKsh(lineTotal(item))}`,
    ),
    '',
    `Subtotal: ${formatKsh(subtotal)}`,
    `Delivery (${deliveryLabel}): ${deliveryCharge === 0 ? 'Free' : formatKsh(deliveryCharge)}`,
    `Total: ${formatKsh(total)}`,
  ].join('\n')
}

type PlacedOrder = {
  shopName: string
  orderNumber: string
  items: readonly Pick<CartItem, 'name' | 'quantity'>[]
  /** Whole shillings, delivery included. */
  total: number
  /** The link to the order's page. */
  link: string
}

/** The text with which a shopper asks the shop about an order that is placed. */
export function orderQuestion({ shopName, orderNumber, items, total, link }: PlacedOrder): string {
  return [
    `Hello ${shopName}, I have a question about my order ${orderNumber}:`,
    '',
    ...items.map(({ name, quantity }, index) => `${index + 1}. ${oneLine(name)} x ${quantity}`),
    ...(isAgreedElsewhere({ items }) ? [] : [`Total: ${formatKsh(total)}`]),
    link,
    '',
    '',
  ].join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
