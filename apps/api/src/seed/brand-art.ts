import { khatimShape } from './art/khatim.ts'
import { lettering } from './art/lettering.ts'
import { bottleArt } from './bottle-art.ts'
import { perfumes } from './perfumes.ts'
import { hero, heroDefs } from './share-art.ts'

const plum = '#2A1233'

/**
 * The sign of the shop as SVG, 512x512: a drop of perfume in the eight-point star. `corner` is the radius of the
 * ground's corners; `reach` how much of the half width the star takes, 0.8 or less where a launcher may cut a circle.
 */
export function signArt({ corner, reach }: { corner: number; reach: number }): string {
  const radius = 256 * reach
  const drop = `M256 ${256 - radius * 0.52}C${256 + radius * 0.1} ${256 - radius * 0.26} ${256 + radius * 0.36} ${256 - radius * 0.02} ${256 + radius * 0.36} ${256 + radius * 0.18}A${radius * 0.36} ${radius * 0.36} 0 0 1 ${256 - radius * 0.36} ${256 + radius * 0.18}C${256 - radius * 0.36} ${256 - radius * 0.02} ${256 - radius * 0.1} ${256 - radius * 0.26} 256 ${256 - radius * 0.52}Z`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${corner}" fill="${plum}"/><path d="${khatimShape(256, 256, radius)}" fill="${hero.accent}"/><path d="${drop}" fill="${plum}"/></svg>`
}

/** The picture of a shared link to the shop itself as SVG, 1200x630: its promise and three of its niches. */
export function homeShareArt(): string {
  const promise = ['Premium fragrances', 'and luxury scents'].map((line, index) =>
    lettering(line, { face: 'display', size: 62, x: 316, y: 296 + index * 82 }),
  )
  const delivery = lettering('DELIVERED ACROSS KENYA', { face: 'text', size: 24, x: 316, y: 462, tracking: 6 })
  const niches = [
    nicheCard('waridi-la-taif', { x: 622, width: 200, prefix: 'a' }),
    nicheCard('usiku-wa-oud', { x: 980, width: 200, prefix: 'b' }),
    nicheCard('oud-ya-pwani', { x: 774, width: 254, prefix: 'c' }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><defs>${heroDefs}</defs><rect width="1200" height="630" fill="url(#hero)"/><rect width="1200" height="630" fill="url(#heroLattice)"/><path d="${khatimShape(316, 186, 34)}" fill="${hero.accent}"/><path d="${promise.join('')}" fill="${hero.text}"/><path d="${delivery}" fill="${hero.accent}"/>${niches.join('')}</svg>`
}

/** A perfume under a round arch that stands on the picture's lower edge, framed in the accent colour. */
function nicheCard(slug: string, { x, width, prefix }: { x: number; width: number; prefix: string }): string {
  const perfume = perfumes.find((candidate) => candidate.slug === slug)
  if (!perfume) throw new Error(`No perfume is called ${slug}`)
  const height = width * 1.62
  const half = width / 2
  const arch = `M0 ${height}V${half}A${half} ${half} 0 0 1 ${width} ${half}V${height}Z`
  const picture = bottleArt(perfume)
    .replace('<svg ', `<svg width="${width}" height="${height}" preserveAspectRatio="xMidYMax slice" `)
    .replaceAll(/id="|url\(#/g, (opening) => opening + prefix)
  return `<g transform="translate(${x} ${630 - height})"><clipPath id="${prefix}-card"><path d="${arch}"/></clipPath><g clip-path="url(#${prefix}-card)">${picture}</g><path d="${arch}" fill="none" stroke="${hero.accent}" stroke-opacity=".7" stroke-width="4"/></g>`
}
