import type { PerfumeOfCategory } from '../perfume.ts'

/** Perfumes in the manner of the incense burner: frankincense, myrrh and scented smoke. */
export const bakhoorAndIncense: PerfumeOfCategory[] = [
  {
    slug: 'ubani-mweupe',
    name: 'Ubani Mweupe',
    house: 'Siyu',
    family: 'musk',
    description:
      'White frankincense, lemony and calm, like a cool prayer room at noon. Top: lemon, elemi. Heart: frankincense, iris. Base: white cedar, musk.',
    price: 5800,
    originalPrice: null,
    isNew: false,
    millilitres: 75,
    addedDaysAgo: 222,
  },
  {
    slug: 'udi-wa-chetezo',
    name: 'Udi wa Chetezo',
    house: 'Bayt Pwani',
    family: 'oud',
    description:
      'Chips of udi on a clay burner, captured as a spray: smoky, sweet and serious. Unisex, and lovely on a kanzu or a buibui. Notes of agarwood smoke, sugar, rose and amber.',
    price: 8700,
    originalPrice: 10900,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 295,
  },
  {
    slug: 'moshi-wa-waridi',
    name: 'Moshi wa Waridi',
    house: 'Shanga',
    family: 'rose',
    description:
      'Rose smoke curling through lace curtains, dusky and tender, with a feminine softness. Top: raspberry leaf. Heart: rose, incense. Base: birch smoke, vanilla.',
    price: 6600,
    originalPrice: null,
    isNew: true,
    millilitres: 75,
    addedDaysAgo: 14,
  },
  {
    slug: 'bakhoor-sikukuu',
    name: 'Bakhoor Sikukuu',
    house: 'Bayt Pwani',
    family: 'amber',
    description:
      'The smell of a house on a feast day: bakhoor, baking and new clothes. Top: orange, cinnamon. Heart: bakhoor accord, clove. Base: amber, oud, sandalwood.',
    price: 4900,
    originalPrice: 5800,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 145,
  },
  {
    slug: 'manemane-kale',
    name: 'Manemane Kale',
    house: 'Siyu',
    family: 'night',
    description:
      'Old myrrh, bitter and balsamic, for men who want something grave. Top: bay leaf, black tea. Heart: myrrh, opoponax. Base: leather, guaiac wood, patchouli.',
    price: 9700,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 268,
  },
  {
    slug: 'ubani-na-asali',
    name: 'Ubani na Asali',
    house: 'Mrima',
    family: 'amber',
    description:
      'Frankincense sweetened with forest honey, warm rather than churchy. Notes of honey, beeswax, frankincense, tonka bean and dry woods.',
    price: 5300,
    originalPrice: null,
    isNew: false,
    millilitres: 75,
    addedDaysAgo: 80,
  },
]
