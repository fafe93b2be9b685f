import { at } from './svg.ts'

/** One stretch of a silhouette's right half, from the point before it: a straight line or a cubic curve. */
export type Stretch =
  | readonly [x: number, y: number]
  | readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number]

/** A silhouette that is the same on both sides: its right half from the neck (at y 0) down to the base. */
export type Outline = { neckHalf: number; stretches: readonly Stretch[] }

const end = (stretch: Stretch): readonly [number, number] => (stretch.length === 2 ? stretch : [stretch[4], stretch[5]])

/** Path data of both halves around x 0. */
export function outlinePath({ neckHalf, stretches }: Outline): string {
  const right = stretches.map((stretch) =>
    stretch.length === 2
      ? `L${at(...stretch)}`
      : `C${at(stretch[0], stretch[1])} ${at(stretch[2], stretch[3])} ${at(stretch[4], stretch[5])}`,
  )
  const starts = [[neckHalf, 0] as const, ...stretches.map(end)]
  const left = stretches
    .map((stretch, index) => {
      const [x, y] = starts[index] ?? [0, 0]
      return stretch.length === 2
        ? `L${at(-x, y)}`
        : `C${at(-stretch[2], stretch[3])} ${at(-stretch[0], stretch[1])} ${at(-x, y)}`
    })
    .reverse()
  const [baseHalf, baseY] = starts.at(-1) ?? [0, 0]
  return `M${at(neckHalf, 0)}${right.join('')}L${at(-baseHalf, baseY)}${left.join('')}Z`
}

/** Half the width of a silhouette at height `y`, found on its curves; the neck's above them. */
export function halfWidthAt({ neckHalf, stretches }: Outline, y: number): number {
  let [x0, y0] = [neckHalf, 0]
  let width = neckHalf
  for (const stretch of stretches) {
    for (let step = 1; step <= 24; step++) {
      const [x1, y1] = along([x0, y0], stretch, step / 24)
      const [px, py] = along([x0, y0], stretch, (step - 1) / 24)
      if ((py <= y && y <= y1) || (y1 <= y && y <= py)) width = y1 === py ? x1 : px + ((x1 - px) * (y - py)) / (y1 - py)
    }
    ;[x0, y0] = end(stretch)
  }
  return width
}

/**
 * A band that follows the silhouette from `top` to `bottom`, between two fractions of its half width: the way light
 * runs along glass. Negative fractions lie on the left.
 */
export function bandPath(
  outline: Outline,
  { top, bottom, from, to }: { top: number; bottom: number; from: number; to: number },
): string {
  const heights = Array.from({ length: 21 }, (_, index) => top + ((bottom - top) * index) / 20)
  const side = (fraction: number) => heights.map((y) => at(halfWidthAt(outline, y) * fraction, y))
  return `M${[...side(from), ...side(to).reverse()].join('L')}Z`
}

function along([x0, y0]: readonly [number, number], stretch: Stretch, t: number): readonly [number, number] {
  if (stretch.length === 2) return [x0 + (stretch[0] - x0) * t, y0 + (stretch[1] - y0) * t]
  const [x1, y1, x2, y2, x3, y3] = stretch
  const u = 1 - t
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
  return [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3]
}
