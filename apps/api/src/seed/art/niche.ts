import { khatim, khatimShape, latticeTile } from './khatim.ts'
import type { Palette } from './palette.ts'
import { linear, radial } from './svg.ts'

/** Height of the shelf's edge in the 800x1000 picture; bottles stand a little in front of it. */
const shelfY = 846
export const standY = 884

const arch = (half: number, top: number, spring: number) => {
  const [left, right] = [400 - half, 400 + half]
  return `M${left} ${shelfY}V${spring}C${left} ${spring - 150} ${400 - half * 0.62} ${top + 118} ${400 - half * 0.34} ${top + 82}C${400 - half * 0.16} ${top + 56} 410 ${top + 40} 400 ${top}C390 ${top + 40} ${400 + half * 0.16} ${top + 56} ${400 + half * 0.34} ${top + 82}C${400 + half * 0.62} ${top + 118} ${right} ${spring - 150} ${right} ${spring}V${shelfY}`
}

/** The carved niche of Lamu that every bottle stands in: definitions and picture, on 800x1000. */
export function niche({ wall, niche: recess, floor, ornament, isDark }: Palette): { defs: string; picture: string } {
  const defs =
    linear(
      'wall',
      [
        [0, wall[0]],
        [1, wall[1]],
      ],
      [0, 0, 0.5, 1],
    ) +
    radial(
      'recess',
      [
        [0, recess[0]],
        [0.55, recess[1]],
        [1, recess[2]],
      ],
      [0.5, 0.56, 0.66],
    ) +
    linear('jamb', [
      [0, '#000', isDark ? 0.55 : 0.26],
      [1, '#000', 0],
    ]) +
    linear(
      'moulding',
      [
        [0, '#fff', isDark ? 0.2 : 0.75],
        [0.5, '#fff', isDark ? 0.06 : 0.25],
        [1, '#000', isDark ? 0.3 : 0.16],
      ],
      [0, 0, 1, 0.6],
    ) +
    linear(
      'shelf',
      [
        [0, floor[0]],
        [1, floor[1]],
      ],
      [0, 0, 0, 1],
    ) +
    latticeTile('lattice', { size: 80, colour: ornament, opacity: isDark ? 0.2 : 0.16 })
  const inner = arch(262, 92, 440)
  const picture =
    `<rect width="800" height="1000" fill="url(#wall)"/>` +
    `<rect width="800" height="${shelfY}" fill="url(#lattice)"/>` +
    `<path d="${arch(308, 34, 430)}Z" fill="${wall[0]}"/>` +
    `<path d="${arch(308, 34, 430)}Z" fill="url(#moulding)"/>` +
    `<path d="${arch(308, 34, 430)}" fill="none" stroke="${ornament}" stroke-opacity="${isDark ? 0.6 : 0.35}" stroke-width="3"/>` +
    `<path d="${arch(274, 78, 438)}" fill="none" stroke="${ornament}" stroke-opacity="${isDark ? 0.45 : 0.28}" stroke-width="2"/>` +
    `<path d="${inner}Z" fill="url(#recess)"/>` +
    `<clipPath id="inside"><path d="${inner}Z"/></clipPath>` +
    `<g clip-path="url(#inside)"><rect x="138" y="80" width="70" height="780" fill="url(#jamb)"/>` +
    `<path d="${inner}" fill="none" stroke="#000" stroke-opacity="${isDark ? 0.35 : 0.12}" stroke-width="26"/></g>` +
    `<path d="${khatimShape(400, 60, 13)}" fill="${ornament}" fill-opacity="${isDark ? 0.9 : 0.6}"/>` +
    `<path d="${khatim(106, 800, 0)}" fill="none"/>` +
    `<rect y="${shelfY}" width="800" height="${1000 - shelfY}" fill="url(#shelf)"/>` +
    `<rect y="${shelfY}" width="800" height="4" fill="#fff" fill-opacity="${isDark ? 0.12 : 0.4}"/>`
  return { defs, picture }
}
