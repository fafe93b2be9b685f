import { type BottleShape, bottleHeight } from './bottle-shapes.ts'
import { bandPath, halfWidthAt, outlinePath } from './outline.ts'
import type { Palette } from './palette.ts'
import { linear, radial, short } from './svg.ts'

/** The filled bottle without cap and label, around x 0, neck at y 0, with the juice standing at `level`. */
export function glass(
  shape: BottleShape,
  { juice, isDark }: Palette,
  level: number,
): { defs: string; picture: string } {
  const { outline, cuts } = shape
  const silhouette = outlinePath(outline)
  const levelHalf = halfWidthAt(outline, level)
  const defs =
    linear('juice', [
      [0, juice.deep],
      [0.16, juice.middle],
      [0.42, juice.light],
      [0.62, juice.middle],
      [1, juice.deep],
    ]) +
    linear(
      'depth',
      [
        [0, '#fff', 0.16],
        [0.4, '#fff', 0],
        [0.75, juice.deep, 0.12],
        [1, juice.deep, 0.6],
      ],
      [0, 0, 0, 1],
    ) +
    radial(
      'glow',
      [
        [0, '#fff', 0.34],
        [1, '#fff', 0],
      ],
      [0.42, 0.4, 0.5],
    ) +
    linear(
      'wallGlass',
      [
        [0, '#fff', 0.75],
        [0.5, '#fff', 0.32],
        [1, '#fff', 0.55],
      ],
      [0, 0, 1, 0.4],
    ) +
    linear(
      'base',
      [
        [0, '#fff', 0.1],
        [0.35, '#fff', 0.55],
        [1, '#fff', 0.18],
      ],
      [0, 0, 0, 1],
    ) +
    linear(
      'gleam',
      [
        [0, '#fff', 0.1],
        [0.12, '#fff', 0.8],
        [0.7, '#fff', 0.4],
        [1, '#fff', 0.05],
      ],
      [0, 0, 0, 1],
    ) +
    linear(
      'rim',
      [
        [0, '#fff', 0.5],
        [1, '#fff', 0.05],
      ],
      [0, 0, 0, 1],
    ) +
    `<clipPath id="body"><path d="${silhouette}"/></clipPath>`
  const picture =
    `<path d="${silhouette}" fill="#fff" fill-opacity="${isDark ? 0.12 : 0.34}"/>` +
    `<g clip-path="url(#body)">` +
    `<rect x="-200" y="${level}" width="400" height="${bottleHeight - level}" fill="url(#juice)"/>` +
    `<rect x="-200" y="${level}" width="400" height="${bottleHeight - level}" fill="url(#depth)"/>` +
    `<ellipse cx="-20" cy="${short(level + 170)}" rx="150" ry="190" fill="url(#glow)"/>` +
    `<ellipse cy="${level}" rx="${short(levelHalf)}" ry="9" fill="${juice.middle}"/>` +
    `<ellipse cy="${level}" rx="${short(levelHalf)}" ry="9" fill="#fff" fill-opacity=".38"/>` +
    `<path d="M-5 0V${bottleHeight - 44}H5V0Z" fill="#fff" fill-opacity=".14"/>` +
    cuts
      .map(
        (cut) =>
          `<path d="${bandPath(outline, { top: 30, bottom: 516, from: cut, to: Math.sign(cut) })}" fill="${cut < 0 ? '#fff' : '#000'}" fill-opacity="${cut < 0 ? 0.16 : 0.14}"/>`,
      )
      .join('') +
    `<path d="M-200 ${bottleHeight - 30}Q0 ${bottleHeight - 14} 200 ${bottleHeight - 30}V${bottleHeight}H-200Z" fill="url(#base)"/>` +
    `<path d="${silhouette}" fill="none" stroke="${juice.deep}" stroke-opacity=".3" stroke-width="27"/>` +
    `<path d="${silhouette}" fill="none" stroke="url(#wallGlass)" stroke-width="22"/>` +
    `</g>` +
    `<path d="${bandPath(outline, { top: 70, bottom: 470, from: -0.84, to: -0.7 })}" fill="url(#gleam)"/>` +
    `<path d="${bandPath(outline, { top: 90, bottom: 300, from: -0.64, to: -0.6 })}" fill="url(#gleam)" fill-opacity=".6"/>` +
    `<path d="${bandPath(outline, { top: 80, bottom: 490, from: 0.88, to: 0.92 })}" fill="url(#rim)"/>` +
    `<path d="${silhouette}" fill="none" stroke="${isDark ? '#fff' : juice.deep}" stroke-opacity="${isDark ? 0.4 : 0.35}" stroke-width="2"/>`
  return { defs, picture }
}
