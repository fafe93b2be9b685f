/** An order takes at most 99 of one perfume, in however many lines it is sent. */

import { maxQuantity } from './cart.ts'

/**
 * The positions of the lines with which a perfume, together with the lines before them, comes to more than an order takes.
 * Ids are compared as they are: in one spelling, which the contract sees to.
 */
export function linesAboveMost(lines: readonly { productId: string; quantity: number }[]): number[] {
  const pieces = new Map<string, number>()
  return lines.flatMap(({ productId, quantity }, position) => {
    const sum = quantity + (pieces.get(productId) ?? 0)
    pieces.set(productId, sum)
    return sum > maxQuantity ? position : []
  })
}
