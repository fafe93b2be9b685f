import { createHash } from 'node:crypto'
import { bottleArt } from './bottle-art.ts'
import type { Perfume } from './perfume.ts'
import { shareArt } from './share-art.ts'

/**
 * The name of a perfume's picture in the shop's media: its slug and eight digits that follow from what is drawn, so
 * that a redrawn picture has a new address and no browser keeps showing the old one.
 */
export function pictureIdOf(perfume: Perfume): string {
  const drawn = createHash('sha256').update(bottleArt(perfume)).update(shareArt(perfume)).digest('hex')
  return `${perfume.slug}-${drawn.slice(0, 8)}`
}
