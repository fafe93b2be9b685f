/** We show a discount only when the perfume really used to cost more. See docs/behaviour.md#discount-badge. */

/** The earlier price in whole shillings where a page strikes it through, which is where it was higher, else null. */
export const struckPrice = ({
  price,
  originalPrice,
}: {
  price: number
  originalPrice: number | null
}): number | null => (originalPrice !== null && originalPrice > price ? originalPrice : null)

/**
 * Whole percent off, as the badge shows it: round((originalPrice - price) / originalPrice x 100). Null when there is no
 * earlier price, when it was not higher, or when the discount rounds to 0.
 */
export function discountPercent(price: number, originalPrice: number | null | undefined): number | null {
  if (originalPrice == null || !Number.isFinite(originalPrice) || !(originalPrice > price)) return null
  // Multiplied first: 29 off 200 is 14.5 %, but 29 / 200 * 100 is 14.499999999999998 in binary.
  const percent = Math.round(((originalPrice - price) * 100) / originalPrice)
  return percent === 0 ? null : percent
}
