import { khatimShape, latticeRow } from './khatim.ts'
import type { Palette } from './palette.ts'
import { linear, radial } from './svg.ts'

/** Height of the shelf's edge in the 800x1000 picture; bottles stand a little in front of it. */
const shelfY = 838
const frontY = 950
export const standY = 890

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
      [0, '#000', isDark ? 0.55 : 0.24],
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
    linear(
      'front',
      [
        [0, floor[1]],
        [1, wall[1]],
      ],
      [0, 0, 0, 1],
    )
  const inner = arch(262, 92, 440)
  const picture =
    `<path d="M0 0H800V1000H0Z" fill="url(#wall)"/>` +
    `<g fill="none" stroke="${ornament}" stroke-width="2">${lattice(isDark ? 0.34 : 0.26)}</g>` +
    `<path d="${arch(308, 34, 430)}Z" fill="${wall[0]}"/>` +
    `<path d="${arch(308, 34, 430)}Z" fill="url(#moulding)"/>` +
    `<g fill="none" stroke="${ornament}" stroke-linejoin="round"><path d="${arch(308, 34, 430)}" stroke-opacity="${isDark ? 0.6 : 0.35}" stroke-width="3"/>` +
    `<path d="${arch(274, 78, 438)}" stroke-opacity="${isDark ? 0.45 : 0.28}" stroke-width="2"/></g>` +
    `<path d="${inner}Z" fill="url(#recess)"/>` +
    `<clipPath id="inside"><path d="${inner}Z"/></clipPath>` +
    `<g clip-path="url(#inside)"><path d="M138 80h80v780h-80Z" fill="url(#jamb)"/>` +
    `<path d="${inner}" fill="none" stroke="#000" stroke-opacity="${isDark ? 0.35 : 0.12}" stroke-width="26"/></g>` +
    `<path d="${khatimShape(400, 40, 17)}" fill="${isDark ? ornament : wall[0]}" stroke="${ornament}" stroke-width="3"/>` +
    `<path d="M0 ${shelfY}H800V${frontY}H0Z" fill="url(#shelf)"/><path d="M0 ${frontY}H800V1000H0Z" fill="url(#front)"/>` +
    `<path d="M0 ${shelfY}H800v4H0ZM0 ${frontY}H800v3H0Z" fill="#fff" fill-opacity="${isDark ? 0.14 : 0.45}"/>`
  return { defs, picture }
}

/** Rows of stars on the wall that fade downwards, as the light does. */
function lattice(strength: number): string {
  return [60, 160, 260, 360]
    .map(
      (y, index) =>
        `<path d="${latticeRow({ from: 0, to: 800, y, step: 100 })}" stroke-opacity="${(strength * (1 - index / 4)).toFixed(2)}"/>`,
    )
    .join('')
}
