import { bottleHeight, bottleShapes } from './art/bottle-shapes.ts'
import { caps } from './art/caps.ts'
import { chanceOf, pick } from './art/chance.ts'
import { blend } from './art/colour.ts'
import { glass } from './art/glass.ts'
import { canPrintOn, paperLabel, printedLabel } from './art/label.ts'
import { niche, standY } from './art/niche.ts'
import { halfWidthAt, outlinePath } from './art/outline.ts'
import { metals, palettes } from './art/palette.ts'
import { linear, radial, short } from './art/svg.ts'
import type { Perfume } from './perfume.ts'
import { type View, views } from './perfume-views.ts'

type Portrayed = Pick<Perfume, 'slug' | 'name' | 'house' | 'family' | 'millilitres'>

/**
 * The picture of a perfume as SVG, 800x1000 (4:5): one of 8 bottles, 6 caps, 4 metals and 2 labels, chosen by its slug,
 * in the palette of its scent family; or a part of it from near. The same perfume always gives the same text; lettering is
 * outlines.
 */
export function bottleArt(perfume: Portrayed, view: View = 'whole'): string {
  const { defs, picture } = niche(palettes[perfume.family])
  const bottle = standingBottle(perfume)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${views[view].join(' ')}"><defs>${defs}${bottle.defs}</defs>${picture}<g transform="translate(400 ${standY})">${bottle.picture}</g></svg>`
}

/** A perfume's bottle with its shadow and reflection, standing on y 0 around x 0, at most 680 high. */
export function standingBottle({ slug, name, house, family, millilitres }: Portrayed): {
  defs: string
  picture: string
} {
  const chance = chanceOf(slug)
  const palette = palettes[family]
  const shape = pick(chance, bottleShapes)
  const cap = pick(chance, caps)
  const metal = pick(chance, metals)
  const isPrinted = chance() < 0.5 && canPrintOn(palette)
  const level = 92 + Math.floor(chance() * 56)
  const scale = sizes[millilitres] ?? 1.07
  const body = glass(shape, palette, level)
  const label = (isPrinted ? printedLabel : paperLabel)({
    name,
    house,
    millilitres,
    palette,
    foil: blend(metal.body, metal.shadow, 0.4),
    width: labelWidth(shape),
    height: shape.labelHeight,
    y: shape.labelY,
  })
  const defs =
    body.defs +
    linear('metal', [
      [0, metal.shadow],
      [0.1, metal.body],
      [0.26, metal.light],
      [0.4, metal.body],
      [0.66, metal.body],
      [0.8, metal.light],
      [0.88, metal.body],
      [1, metal.shadow],
    ]) +
    linear(
      'sheen',
      [
        [0, '#fff', 0.75],
        [1, '#fff', 0.1],
      ],
      [0, 0, 0, 1],
    ) +
    label.defs +
    radial('shade', [
      [0, '#000', palette.isDark ? 0.75 : 0.5],
      [0.6, '#000', palette.isDark ? 0.35 : 0.2],
      [1, '#000', 0],
    ]) +
    linear(
      'mirrored',
      [
        [0.7, palette.juice.middle, 0],
        [1, palette.juice.middle, 0.5],
      ],
      [0, 0, 0, 1],
    ) +
    radial('caustic', [
      [0, palette.juice.light, 0.75],
      [0.5, palette.juice.middle, 0.3],
      [1, palette.juice.middle, 0],
    ])
  const base = halfWidthAt(shape.outline, bottleHeight - 14) * scale
  const picture =
    `<ellipse cx="${short(base * 0.7)}" cy="6" rx="${short(base * 1.5 + 40)}" ry="26" fill="url(#shade)"/>` +
    `<path d="${outlinePath(shape.outline)}" transform="scale(${scale} ${-scale * 0.32}) translate(0 ${-bottleHeight})" fill="url(#mirrored)"/>` +
    `<ellipse cx="${short(base * 0.9)}" cy="22" rx="${short(base * 1.1)}" ry="17" fill="url(#caustic)"/>` +
    `<ellipse cy="2" rx="${short(base * 1.06)}" ry="12" fill="url(#shade)"/>` +
    `<g transform="scale(${scale}) translate(0 ${-bottleHeight})">` +
    `<g transform="translate(0 -6)">${cap({ metal: 'metal', sheen: 'sheen' })}</g>` +
    body.picture +
    collar(shape.outline.neckHalf) +
    label.picture +
    `</g>`
  return { defs, picture }
}

const sizes: Record<number, number> = { 30: 0.9, 50: 0.97, 75: 1.03, 100: 1.07 }

const labelWidth = ({ outline, labelY, labelReach }: (typeof bottleShapes)[number]) =>
  2 * labelReach * Math.min(halfWidthAt(outline, labelY - 70), halfWidthAt(outline, labelY + 70))

const collar = (neckHalf: number) =>
  `<rect x="${-neckHalf - 6}" y="-8" width="${2 * neckHalf + 12}" height="26" rx="5" fill="url(#metal)"/>` +
  `<rect x="${-neckHalf - 6}" y="2" width="${2 * neckHalf + 12}" height="3" fill="#000" fill-opacity=".25"/>`
