import { createHash } from 'node:crypto'
import { bottleArt } from './bottle-art.ts'
import type { Perfume } from './perfume.ts'
import type { View } from './perfume-views.ts'
import { shareArt } from './share-art.ts'

/**
 * The name of a perfume's picture in the shop's media: its slug, which part it shows, and eight digits that follow from what
 * is drawn, so that a redrawn picture has a new address and no browser keeps showing the old one.
 */
export function pictureIdOf(perfume: Perfume, view: View = 'whole'): string {
  const drawn = createHash('sha256').update(bottleArt(perfume, view)).update(shareArt(perfume)).digest('hex')
  return [perfume.slug, ...(view === 'whole' ? [] : [view]), drawn.slice(0, 8)].join('-')
}
