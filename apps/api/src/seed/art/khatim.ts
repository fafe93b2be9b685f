import { at } from './svg.ts'

/** The eight-point star of the house: two squares, one turned by 45 degrees, around (cx, cy). */
export function khatim(cx: number, cy: number, radius: number): string {
  return [Math.PI / 4, 0].map((turn) => square(cx, cy, radius, turn)).join('')
}

/** The outer contour of the star alone, to be filled. */
export function khatimShape(cx: number, cy: number, radius: number): string {
  const inner = radius * (Math.SQRT1_2 / Math.cos(Math.PI / 8))
  const corners = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8
    const reach = index % 2 === 0 ? radius : inner
    return at(cx + reach * Math.cos(angle), cy + reach * Math.sin(angle))
  })
  return `M${corners.join('L')}Z`
}

/** A stretch of lattice: stars of one row, `step` apart from `from` to `to`, with the lines that tie them together. */
export function latticeRow({ from, to, y, step }: { from: number; to: number; y: number; step: number }): string {
  const radius = step * 0.3
  const arm = step / 2
  const count = Math.floor((to - from) / step) + 1
  return Array.from({ length: count }, (_, index) => from + index * step)
    .map((x) => {
      const ties = `M${at(x, y - arm)}V${y - radius}M${at(x, y + arm)}V${y + radius}M${at(x - arm, y)}H${x - radius}M${at(x + radius, y)}H${x + arm}`
      return khatim(x, y, radius) + ties
    })
    .join('')
}

/** One tile of the lattice: a star in the middle whose points reach the tile's edges by a line. */
export function latticeTile(id: string, { size, colour, opacity }: { size: number; colour: string; opacity: number }) {
  const middle = size / 2
  const radius = size * 0.3
  const reach = `M${middle} 0V${middle - radius}M${middle} ${size}V${middle + radius}M0 ${middle}H${middle - radius}M${size} ${middle}H${middle + radius}`
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><path d="${khatim(middle, middle, radius)}${reach}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="2"/></pattern>`
}

function square(cx: number, cy: number, radius: number, turn: number): string {
  const corners = [0, 1, 2, 3].map((quarter) => {
    const angle = turn + (quarter * Math.PI) / 2
    return at(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle))
  })
  return `M${corners.join('L')}Z`
}
