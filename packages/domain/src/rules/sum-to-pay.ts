/** The sum that an order asks of its customer; where perfumes were agreed on by phone or chat, the shop names none. */

type Lines = {
  /** Empty in an order that was entered by hand: its total is the delivery fee alone, the rest was agreed on elsewhere. */
  items: readonly unknown[]
}

/** Whether the sum of an order was agreed on elsewhere, so that its total is not what its customer pays. */
export const isAgreedElsewhere = ({ items }: Lines): boolean => items.length === 0

/** What the customer of an order is told to pay, in shillings; null where no sum is to be named. */
export const sumToPay = (order: Lines & { leftToPay: number }): number | null =>
  order.leftToPay === 0 || isAgreedElsewhere(order) ? null : order.leftToPay
