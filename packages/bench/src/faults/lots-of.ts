/** The same things in the same order, in lots of at most `size`. */
export function lotsOf<Thing>(things: readonly Thing[], size: number): Thing[][] {
  const count = Math.ceil(things.length / size)
  return Array.from({ length: count }, (_, nth) => things.slice(nth * size, (nth + 1) * size))
}
