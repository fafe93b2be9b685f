/** Every price in the shop is written the same way: Ksh 1,500. */

/** No price and no total goes above this many shillings; it fits a 32-bit column with room to spare. */
export const maxShillings = 100_000_000

const whole = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })
const withCents = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Shillings as people read them: `Ksh 1,500`, and `Ksh 1,500.50` only when there are cents. */
export function formatKsh(shillings: number): string {
  return written(shillings, toCents(shillings) % 100 === 0 ? whole : withCents)
}

/** Shillings with both decimals always, as the dashboard's revenue and order totals show them (specification §9). */
export function formatKshWithCents(shillings: number): string {
  return written(shillings, withCents)
}

/** The price of one line, in shillings. */
export function lineTotal(line: { price: number; quantity: number }): number {
  return line.price * line.quantity
}

function written(shillings: number, format: Intl.NumberFormat): string {
  const cents = toCents(shillings)
  return `${cents < 0 ? '-' : ''}Ksh ${format.format(Math.abs(cents) / 100)}`
}

function toCents(shillings: number): number {
  return Math.round(shillings * 100)
}
