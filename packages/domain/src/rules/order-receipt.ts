/** The receipt of an order has the same rows on its page, on paper and in the e-mail: lines, delivery, total, and what paid it. */

import { formatKsh, lineTotal } from './money.ts'

type Sums = {
  /** Whole shillings, like every amount here. */
  subtotal: number
  deliveryCharge: number
  total: number
  /** The name of the delivery location, for example `Embu`, where it is known. */
  place?: string
  isPaid: boolean
  /** Nothing is to be paid any more, whether or not it was. */
  isOver?: boolean
}

type Row = { label: string; amount: string; isTotal: boolean }

/** The rows under the lines of an order. What subtotal and delivery come to beyond the total is a discount. */
export function orderSums({ subtotal, deliveryCharge, total, place, isPaid, isOver }: Sums): Row[] {
  const discount = subtotal + deliveryCharge - total
  return [
    { label: 'Subtotal', amount: formatKsh(subtotal), isTotal: false },
    ...(discount > 0 ? [{ label: 'Discount', amount: `-${formatKsh(discount)}`, isTotal: false }] : []),
    {
      label: place ? `Delivery, ${place}` : 'Delivery',
      amount: deliveryCharge === 0 ? 'Free' : formatKsh(deliveryCharge),
      isTotal: false,
    },
    {
      label: isPaid ? 'Total paid' : isOver || total === 0 ? 'Total' : 'Total to pay',
      amount: formatKsh(total),
      isTotal: true,
    },
  ]
}

type Line = { name: string; price: number; quantity: number }

/** Lines and sums, for e-mails. */
export const receiptRows = ({ items, ...sums }: Sums & { items: readonly Line[] }): Row[] => [
  ...items.map((line) => ({
    label: `${line.quantity} x ${line.name}`,
    amount: formatKsh(lineTotal(line)),
    isTotal: false,
  })),
  ...orderSums(sums),
]
