import { khatim, latticeTile } from './art/khatim.ts'
import { lettering, lineWidth } from './art/lettering.ts'
import { niche, standY } from './art/niche.ts'
import { palettes } from './art/palette.ts'
import { linear } from './art/svg.ts'
import { standingBottle } from './bottle-art.ts'
import type { Perfume } from './perfume.ts'

/** The colours of the shop's hero, in which every shared link is framed. */
export const hero = { lit: '#3D1A4A', shaded: '#1B0F24', text: '#F7EEF9', accent: '#F0B84A' }

/**
 * The picture of a shared link as SVG, 1200x630: the perfume in its niche and its name beside it on the shop's lattice.
 * No price: a shared picture outlives it.
 */
export function shareArt(perfume: Perfume): string {
  const { defs, picture } = niche(palettes[perfume.family])
  const bottle = standingBottle(perfume)
  const lines = nameLines(perfume.name)
  const size = Math.min(92, ...lines.map((line) => 560 / lineWidth(line, { face: 'display', size: 1 })))
  const top = 330 - (lines.length * size * 1.08) / 2
  const name = lines.map((line, index) =>
    lettering(line, { face: 'display', size, x: 344, y: top + size * (0.8 + index * 1.08) }),
  )
  const house = lettering(`${perfume.house.toUpperCase()} · ${perfume.millilitres} ML`, {
    face: 'text',
    size: 24,
    x: 344,
    y: top + lines.length * size * 1.08 + 62,
    tracking: 6,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><defs>${defs}${bottle.defs}${heroDefs}</defs><rect width="1200" height="630" fill="url(#hero)"/><rect width="1200" height="630" fill="url(#heroLattice)"/><path d="${khatim(344, top - 50, 30)}" fill="none" stroke="${hero.accent}" stroke-width="3"/><path d="${name.join('')}" fill="${hero.text}"/><path d="${house}" fill="${hero.accent}"/><svg x="688" y="0" width="512" height="630" viewBox="0 0 800 984" preserveAspectRatio="xMidYMid slice">${picture}<g transform="translate(400 ${standY})">${bottle.picture}</g></svg></svg>`
}

export const heroDefs =
  linear(
    'hero',
    [
      [0, hero.lit],
      [1, hero.shaded],
    ],
    [0, 0, 1, 1],
  ) + latticeTile('heroLattice', { size: 120, colour: hero.accent, opacity: 0.14 })

/** Two balanced lines for a name too long for one. */
function nameLines(name: string): string[] {
  const words = name.split(' ')
  if (words.length === 1) return words
  const breakings = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
  const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length))
  return breakings.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best))
}
