import type { Perfume, ScentFamily } from './perfume.ts'

type Tier = 'notesTop' | 'notesHeart' | 'notesBase'
export type PerfumeNotes = Record<Tier, string[]>

/** Materials that a description may name, in the part of a perfume where they are smelled. */
const materials: Record<Tier, string[]> = {
  notesTop: [
    'Bergamot',
    'Lime',
    'Lemon',
    'Grapefruit',
    'Mandarin',
    'Orange',
    'Mint',
    'Ginger',
    'Cardamom',
    'Saffron',
    'Pink pepper',
    'Lychee',
    'Rose leaf',
    'Green tea',
    'Coconut water',
    'Mango',
    'Pineapple',
    'Lemongrass',
    'Sea salt',
    'Basil',
  ],
  notesHeart: [
    'Taif rose',
    'Rose',
    'Jasmine',
    'Tuberose',
    'Kilua',
    'Ylang-ylang',
    'Frangipani',
    'Orange blossom',
    'Neroli',
    'Lily of the valley',
    'Violet',
    'Iris',
    'Clove',
    'Cinnamon',
    'Nutmeg',
    'Honey',
    'Dates',
    'Coffee',
    'Cocoa',
    'Geranium',
    'Lavender',
    'Fig',
  ],
  notesBase: [
    'Oud',
    'Sandalwood',
    'Cedar',
    'Vetiver',
    'Patchouli',
    'Amber',
    'Frankincense',
    'Myrrh',
    'Benzoin',
    'Labdanum',
    'Vanilla',
    'Tonka bean',
    'Leather',
    'Tobacco',
    'White musk',
    'Musk',
    'Ambergris',
    'Driftwood',
    'Oakmoss',
    'Incense',
  ],
}

/** What a family smells of where the description names too little. */
const ofFamily: Record<ScentFamily, PerfumeNotes> = {
  oud: { notesTop: ['Saffron', 'Cardamom'], notesHeart: ['Rose', 'Clove'], notesBase: ['Oud', 'Sandalwood'] },
  amber: { notesTop: ['Mandarin', 'Saffron'], notesHeart: ['Cinnamon', 'Honey'], notesBase: ['Amber', 'Vanilla'] },
  rose: {
    notesTop: ['Lychee', 'Pink pepper'],
    notesHeart: ['Taif rose', 'Geranium'],
    notesBase: ['White musk', 'Oud'],
  },
  musk: { notesTop: ['Bergamot', 'Green tea'], notesHeart: ['Jasmine', 'Iris'], notesBase: ['White musk', 'Vanilla'] },
  citrus: { notesTop: ['Lime', 'Bergamot'], notesHeart: ['Neroli', 'Ginger'], notesBase: ['Cedar', 'White musk'] },
  vetiver: { notesTop: ['Grapefruit', 'Basil'], notesHeart: ['Geranium', 'Nutmeg'], notesBase: ['Vetiver', 'Cedar'] },
  marine: {
    notesTop: ['Sea salt', 'Lemon'],
    notesHeart: ['Orange blossom', 'Lavender'],
    notesBase: ['Driftwood', 'Ambergris'],
  },
  night: { notesTop: ['Cardamom', 'Orange'], notesHeart: ['Tuberose', 'Coffee'], notesBase: ['Incense', 'Musk'] },
}

const longestFirst = Object.values(materials)
  .flat()
  .toSorted((a, b) => b.length - a.length)
const fewest = 2
const most = 3

/** The notes of an invented perfume: what its description names, completed by its family. */
export function notesOf({ description, family }: Pick<Perfume, 'description' | 'family'>): PerfumeNotes {
  let text = description
  const isNamed = (material: string) => {
    const before = text
    text = text.replaceAll(new RegExp(`\\b${material}\\b`, 'gi'), '')
    return text !== before
  }
  // "Rose leaf" and "Taif rose" are no roses as well.
  const found = new Set(longestFirst.filter(isNamed))
  const named = (tier: Tier) => {
    const ofTier = materials[tier].filter((material) => found.has(material))
    const missing = ofFamily[family][tier].filter((note) => !ofTier.includes(note))
    return [...ofTier, ...missing.slice(0, Math.max(0, fewest - ofTier.length))].slice(0, most)
  }
  return { notesTop: named('notesTop'), notesHeart: named('notesHeart'), notesBase: named('notesBase') }
}

/** Dearer bottles hold more oil. */
export function concentrationOf({ price, millilitres }: Pick<Perfume, 'price' | 'millilitres'>): string {
  const perMillilitre = price / millilitres
  if (perMillilitre >= 110) return 'Extrait de Parfum, 28%'
  return perMillilitre >= 55 ? 'Eau de Parfum, 18%' : 'Eau de Toilette, 10%'
}
