import { blend, contrast } from './colour.ts'
import { khatimShape } from './khatim.ts'
import { lettering, lineWidth } from './lettering.ts'
import type { Palette } from './palette.ts'
import { at, linear, radial, short } from './svg.ts'

const ink = '#2B1A14'
const cream = '#FFF4DC'
const paper = '#FBF3E3'

type Label = {
  name: string
  house: string
  millilitres: number
  palette: Palette
  foil: string
  /** The widest and tallest it may be, and its middle. */
  width: number
  height: number
  y: number
}

/** How much of the juice's deep colour lies under a printed name, so that it can be read. */
const groundStrength = 0.65

/** Whether a name printed straight on the glass can be read; on pale juice none can, and paper is used (WCAG 1.4.3). */
export function canPrintOn({ juice }: Palette): boolean {
  return contrast(cream, blend(juice.light, juice.deep, groundStrength)) >= 4.5
}

/** A paper label in the shape of the niche, around x 0. */
export function paperLabel(label: Label): { defs: string; picture: string } {
  const { width, foil, y } = label
  const text = setText(label, { width: width - 40, height: label.height - 84 })
  const height = text.height + 84
  const top = y - height / 2
  const shape = (inset: number) =>
    labelArch({ half: width / 2 - inset, top: top + inset * 1.2, bottom: top + height - inset })
  const defs = linear('curl', [
    [0, '#000', 0.16],
    [0.2, '#000', 0],
    [0.75, '#000', 0],
    [1, '#000', 0.2],
  ])
  const picture =
    `<path d="${shape(0)}" transform="translate(3 5)" fill="#000" fill-opacity=".22"/>` +
    `<path d="${shape(0)}" fill="${paper}"/><path d="${shape(0)}" fill="url(#curl)"/>` +
    `<path d="${shape(8)}" fill="none" stroke="${foil}" stroke-width="2.5"/>` +
    `<path d="${khatimShape(0, top + 36, 13)}" fill="${foil}"/>${text.draw(top + 56, ink)}`
  return { defs, picture }
}

/** A name printed straight on the glass, around x 0. */
export function printedLabel(label: Label): { defs: string; picture: string } {
  const { y, width, palette } = label
  const text = setText(label, { width: width - 26, height: label.height - 40 })
  const top = y - (text.height + 40) / 2
  const { deep } = palette.juice
  const defs = radial('ground', [
    [0, deep, groundStrength],
    [0.6, deep, groundStrength],
    [1, deep, 0],
  ])
  const picture =
    `<ellipse cy="${short(y)}" rx="${short(width * 0.66)}" ry="${short(text.height * 0.5 + 90)}" clip-path="url(#body)" fill="url(#ground)"/>` +
    `<path d="${khatimShape(0, top + 10, 15)}" fill="${cream}"/>${text.draw(top + 40, cream)}`
  return { defs, picture }
}

function labelArch({ half, top, bottom }: { half: number; top: number; bottom: number }): string {
  const rise = Math.min(58, half * 0.5)
  return `M${at(-half, bottom)}V${short(top + rise)}C${at(-half * 0.86, top + rise * 0.42)} ${at(-half * 0.26, top + rise * 0.4)} ${at(0, top)}C${at(half * 0.26, top + rise * 0.4)} ${at(half * 0.86, top + rise * 0.42)} ${at(half, top + rise)}V${short(bottom)}Z`
}

/** Name, rule, house and size, set as large as the room allows. */
function setText({ name, house, millilitres }: Label, room: { width: number; height: number }) {
  const footer = 60
  const { lines, size } = largestSetting(name, { width: room.width, height: room.height - footer })
  const leading = size * 1.02
  const nameHeight = leading * (lines.length - 1) + size * 0.74
  const draw = (top: number, colour: string) => {
    const baselines = lines.map((line, index) =>
      lettering(line, { face: 'display', size, x: 0, y: top + size * 0.74 + index * leading }),
    )
    const ruleY = top + nameHeight + 22
    const maker = house.toUpperCase()
    const makerSize = Math.min(18, (18 * room.width) / lineWidth(maker, { face: 'text', size: 18, tracking: 4 }))
    return (
      `<path d="${baselines.join('')}" fill="${colour}" stroke="${colour}" stroke-width="${short(size * 0.014)}"/>` +
      `<path d="M-40 ${short(ruleY)}h80v2h-80Z" fill="${colour}" fill-opacity=".55"/>` +
      `<path d="${lettering(maker, { face: 'text', size: makerSize, x: 0, y: ruleY + 25, tracking: 4 })}${lettering(`${millilitres} ML`, { face: 'text', size: 14, x: 0, y: ruleY + 45, tracking: 3 })}" fill="${colour}"/>`
    )
  }
  return { height: nameHeight + footer, draw }
}

/** The way to break a name into lines that lets it be set largest. */
function largestSetting(name: string, { width, height }: { width: number; height: number }) {
  const words = name.split(' ')
  const settings = breaks(words).map((lines) => {
    const widest = Math.max(...lines.map((line) => lineWidth(line, { face: 'display', size: 1 })))
    return { lines, size: Math.min(74, width / widest, height / (lines.length * 1.02)) }
  })
  return settings.reduce((best, setting) => (setting.size > best.size ? setting : best))
}

/** Every way to set the words on one to as many lines as there are words. */
function breaks(words: readonly string[]): string[][] {
  const [first, ...rest] = words
  if (first === undefined) return [[]]
  if (rest.length === 0) return [[first]]
  return breaks(rest).flatMap(([next = '', ...others]) => [
    [`${first} ${next}`, ...others],
    [first, next, ...others],
  ])
}
