import type { Perfume, PerfumeOfCategory } from './perfume.ts'
import { amberAndSpice } from './perfumes/amber-and-spice.ts'
import { bakhoorAndIncense } from './perfumes/bakhoor-and-incense.ts'
import { citrusAndSea } from './perfumes/citrus-and-sea.ts'
import { giftsAndTravel } from './perfumes/gifts-and-travel.ts'
import { muskAndVanilla } from './perfumes/musk-and-vanilla.ts'
import { oudAndWoods } from './perfumes/oud-and-woods.ts'
import { roseAndFlorals } from './perfumes/rose-and-florals.ts'

type Shelf = { slug: string; name: string; description: string; perfumes: PerfumeOfCategory[] }

const shelves: Shelf[] = [
  {
    slug: 'oud-and-woods',
    name: 'Oud & Woods',
    description: 'Agarwood, sandalwood and cedar, from quiet to regal.',
    perfumes: oudAndWoods,
  },
  {
    slug: 'amber-and-spice',
    name: 'Amber & Spice',
    description: 'Saffron, clove and cardamom on warm resins.',
    perfumes: amberAndSpice,
  },
  {
    slug: 'musk-and-vanilla',
    name: 'Musk & Vanilla',
    description: 'Clean musks and sweet comforts, worn close to the skin.',
    perfumes: muskAndVanilla,
  },
  {
    slug: 'rose-and-florals',
    name: 'Rose & Florals',
    description: 'Taif rose, jasmine and the wedding flowers of the coast.',
    perfumes: roseAndFlorals,
  },
  {
    slug: 'citrus-and-sea',
    name: 'Citrus & Sea',
    description: 'Fresh scents for hot days: lime, mint, salt and wind.',
    perfumes: citrusAndSea,
  },
  {
    slug: 'bakhoor-and-incense',
    name: 'Bakhoor & Incense',
    description: 'Frankincense, myrrh and scented smoke, in a spray.',
    perfumes: bakhoorAndIncense,
  },
  {
    slug: 'gifts-and-travel',
    name: 'Gifts & Travel',
    description: 'Small bottles for a bag, a pocket or a present.',
    perfumes: giftsAndTravel,
  },
]

/** The categories of the first catalogue, in their display order. */
export const categories = shelves.map(({ slug, name, description }) => ({ slug, name, description }))

/** The 48 perfumes of the first catalogue, category by category. */
export const perfumes: Perfume[] = shelves.flatMap((shelf) =>
  shelf.perfumes.map((perfume) => ({ ...perfume, category: shelf.name })),
)
