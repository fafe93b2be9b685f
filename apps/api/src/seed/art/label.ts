import { contrast } from './contrast.ts'
import { khatimShape } from './khatim.ts'
import { lettering, lineWidth } from './lettering.ts'
import type { Palette } from './palette.ts'
import { at, short } from './svg.ts'

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

/** The colour in which a name can be printed straight on the glass, or null where no ink is legible on the juice. */
export function printOn({ juice }: Palette): string | null {
  const legible = (colour: string) => Math.min(contrast(colour, juice.middle), contrast(colour, juice.deep)) >= 4.5
  return [cream, ink].find(legible) ?? null
}

/** A paper label in the shape of the niche, around x 0. */
export function paperLabel(label: Label): string {
  const { width, foil, y } = label
  const text = setText(label, width - 44)
  const height = text.height + 96
  const top = y - height / 2
  const shape = (inset: number) =>
    labelArch({ half: width / 2 - inset, top: top + inset * 1.2, bottom: top + height - inset })
  return (
    `<path d="${shape(0)}" transform="translate(3 5)" fill="#000" fill-opacity=".22"/>` +
    `<path d="${shape(0)}" fill="${paper}"/><path d="${shape(0)}" fill="url(#curl)"/>` +
    `<path d="${shape(8)}" fill="none" stroke="${foil}" stroke-width="2.5"/>` +
    `<path d="${khatimShape(0, top + 37, 13)}" fill="${foil}"/>` +
    `<g fill="${ink}">${text.draw(top + 60)}</g>`
  )
}

/** A name printed straight on the glass, around x 0. */
export function printedLabel(label: Label, colour: string): string {
  const text = setText(label, label.width - 20)
  const top = label.y - (text.height + 60) / 2
  return (
    `<path d="${khatimShape(0, top + 10, 15)}" fill="${colour}"/>` + `<g fill="${colour}">${text.draw(top + 40)}</g>`
  )
}

function labelArch({ half, top, bottom }: { half: number; top: number; bottom: number }): string {
  const rise = Math.min(58, half * 0.5)
  return `M${at(-half, bottom)}V${short(top + rise)}C${at(-half * 0.86, top + rise * 0.42)} ${at(-half * 0.26, top + rise * 0.4)} ${at(0, top)}C${at(half * 0.26, top + rise * 0.4)} ${at(half * 0.86, top + rise * 0.42)} ${at(half, top + rise)}V${short(bottom)}Z`
}

/** Name, rule, house and size, set as large as `width` and the label's height allow. */
function setText({ name, house, millilitres, height: limit }: Label, width: number) {
  const footer = 62
  const { lines, size } = largestSetting(name, { width, height: limit - footer - 96 })
  const leading = size * 1.02
  const nameHeight = leading * (lines.length - 1) + size * 0.74
  const height = nameHeight + footer
  const draw = (top: number) => {
    const baselines = lines.map((line, index) =>
      lettering(line, { face: 'display', size, x: 0, y: top + size * 0.74 + index * leading }),
    )
    const ruleY = top + nameHeight + 22
    const small = Math.min(17, (17 * width) / lineWidth(house.toUpperCase(), { face: 'text', size: 17, tracking: 4 }))
    return (
      `<path d="${baselines.join('')}" stroke="currentColor" stroke-width="0"/>` +
      `<path d="M-46 ${short(ruleY)}H46" stroke="currentColor" stroke-width="0"/><rect x="-34" y="${short(ruleY)}" width="68" height="2" fill-opacity=".55"/>` +
      `<path d="${lettering(house.toUpperCase(), { face: 'text', size: small, x: 0, y: ruleY + 25, tracking: 4 })}${lettering(`${millilitres} ML`, { face: 'text', size: 13, x: 0, y: ruleY + 44, tracking: 3 })}"/>`
    )
  }
  return { height, draw }
}

/** The way to break a name into lines that lets it be set largest. */
function largestSetting(name: string, { width, height }: { width: number; height: number }) {
  const words = name.split(' ')
  const settings = breaks(words).map((lines) => {
    const widest = Math.max(...lines.map((line) => lineWidth(line, { face: 'display', size: 1 })))
    return { lines, size: Math.min(66, width / widest, height / (lines.length * 1.02)) }
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
