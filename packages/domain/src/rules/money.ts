/** Every price in the shop is written the same way: Ksh 1,500. */

import { formatWhole } from './whole-number.ts'

/** No price and no total goes above this many shillings; it fits a 32-bit column. */
export const maxShillings = 100_000_000

/** Shillings as whole cents: payments go over the wire in cents and are stored in shillings (docs/behaviour.md#money-units). */
export const centsOf = (shillings: number): number => Math.round(shillings * 100)
export const shillingsOf = (cents: number): number => cents / 100

/** Shillings as people read them: `Ksh 1,500`, and `Ksh 1,500.50` only when there are cents. */
export function formatKsh(shillings: number): string {
  return formatKshWithCents(shillings).replace('.00', '')
}

/** Shillings always with both decimals, as the dashboard's revenue and order totals show them. */
export function formatKshWithCents(shillings: number): string {
  const cents = centsOf(shillings)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}Ksh ${formatWhole(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** The price of one line, in shillings. */
export function lineTotal(line: { price: number; quantity: number }): number {
  return line.price * line.quantity
}
