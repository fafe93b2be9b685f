import { maxShillings } from './money.ts'

/** Many prices are changed at once by a share or by an amount, and rounded as the shop writes its prices. */

export const priceSteps = [1, 10, 50, 100] as const
/** What becomes of the earlier price: it stays, is today's price (a sale begins), or goes (the sale ends). */
export const earlierPrices = ['keep', 'today', 'none'] as const

export interface PriceChange {
  by: 'percent' | 'amount'
  /** A percentage or shillings; below 0 the prices go down. */
  value: number
  roundTo: (typeof priceSteps)[number]
  earlier: (typeof earlierPrices)[number]
}

export interface Prices {
  price: number
  originalPrice: number | null
}

/** The prices after a change, halves rounded up; null where the price would not be one that a product may have. */
export function changedPrices({ price, originalPrice }: Prices, change: PriceChange): Prices | null {
  const exact = change.by === 'percent' ? shareOf(price, 100 + change.value) : price + change.value
  const rounded = Math.round(exact / change.roundTo) * change.roundTo
  if (!(rounded >= 1 && rounded <= maxShillings)) return null
  if (change.earlier === 'none') return { price: rounded, originalPrice: null }
  return { price: rounded, originalPrice: change.earlier === 'today' ? price : originalPrice }
}

/**
 * So many percent of a price, to the hundredth of a percent. Whole numbers are multiplied: 71.6 % of 6,250 are 4,475, a half of a step
 * of 50, and 6250 * 71.6 / 100 falls short of it in binary.
 */
const shareOf = (price: number, percent: number): number => (price * Math.round(percent * 100)) / 10_000
