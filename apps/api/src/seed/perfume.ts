import { createHash } from 'node:crypto'

/** The eight palettes of the bottle art; every perfume belongs to the one whose materials it smells of. */
export const scentFamilies = ['oud', 'amber', 'rose', 'musk', 'citrus', 'vetiver', 'marine', 'night'] as const
export type ScentFamily = (typeof scentFamilies)[number]

/** A perfume of the invented catalogue. Perfume houses and names are invented; prices are whole shillings. */
export type Perfume = {
  /** Never changes: the perfume's id and the shape of its bottle are derived from it. */
  slug: string
  name: string
  house: string
  category: string
  family: ScentFamily
  description: string
  /** What is smelled first, then for hours, and what stays; the description names nothing else. */
  notesTop: string[]
  notesHeart: string[]
  notesBase: string[]
  price: number
  originalPrice: number | null
  isNew: boolean
  millilitres: number
  /** Age when the shop is seeded, so that the newest are the ones marked new. */
  addedDaysAgo: number
}

/** What a category's file holds: its perfumes, each without the category's own name. */
export type PerfumeOfCategory = Omit<Perfume, 'category'>

/**
 * A random-looking (version 4 shaped) UUID that is the same on every seeding, so that links to a perfume or
 * category survive a new database.
 */
export function stableId(kind: 'product' | 'category' | 'review', slug: string): string {
  const hex = createHash('sha256').update(`marashi:${kind}:${slug}`).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
