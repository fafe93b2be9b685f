/** An order sent by chat reads like one a person would write: what, how many, where to, and how much. */

import type { CartItem } from './cart.ts'
import { formatKsh, lineTotal } from './money.ts'

type Order = {
  shopName: string
  items: readonly Pick<CartItem, 'name' | 'price' | 'quantity'>[]
  /** Whole shillings. */
  deliveryCharge: number
  /** The place as people call it, e.g. `Embu`. */
  deliveryLabel: string
  /** Whole shillings, delivery included. */
  total: number
}

/** The text that the messaging app opens with; plain lines, so that every phone shows it alike. */
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
