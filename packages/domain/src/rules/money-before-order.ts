/** Money that moved before an order was placed may be of another sale: the shop leaves it to the owner. */

/**
 * The gateway's clock tells when money moved, the shop's when an order was placed. A machine without a time server drifts by
 * up to a second a day, so they may be so far apart after months.
 */
export const clocksApartMs = 2 * 60_000

/**
 * Some pay the Till first, then place the order and type the receipt. Half an hour is time to fill in a checkout, and short
 * enough that hardly anybody pays the same sum in the shop itself meanwhile, whose receipt would then pay twice.
 */
const paidFirstMs = 30 * 60_000

export interface MoneyOfOrder {
  /** When the gateway says that the money moved. */
  movedAt: Date
  placedAt: Date
  /** What connects the two: the payer typed the order's number as the account, or the shopper a receipt for the order. */
  namedBy: 'account' | 'receipt'
  /** Whether the payer's phone, as far as the gateway shows it, is the order's. */
  isSamePhone: boolean
}

/**
 * Whether only the owner may book this money for this order, because it moved before the order was placed. Nobody knows an
 * order's number before the order: only a receipt may be older than the clocks explain, by `paidFirstMs` and on one phone.
 */
export function isBeforeOrder({ movedAt, placedAt, namedBy, isSamePhone }: MoneyOfOrder): boolean {
  const allowedMs = namedBy === 'receipt' && isSamePhone ? paidFirstMs : clocksApartMs
  return placedAt.getTime() - movedAt.getTime() > allowedMs
}
