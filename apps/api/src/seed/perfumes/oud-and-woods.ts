import type { PerfumeOfCategory } from '../perfume.ts'

/** Agarwood, sandalwood and the timber of dhows and doors. */
export const oudAndWoods: PerfumeOfCategory[] = [
  {
    slug: 'oud-ya-pwani',
    name: 'Oud ya Pwani',
    house: 'Bayt Pwani',
    family: 'oud',
    description:
      'The oud of the coast: smoked agarwood over saffron and warm leather, softened by a little rose. Top: saffron, cardamom. Heart: Taif rose, leather. Base: oud, labdanum.',
    price: 12800,
    originalPrice: 16000,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 310,
  },
  {
    slug: 'mvule-heartwood',
    name: 'Mvule Heartwood',
    house: 'Mrima',
    family: 'vetiver',
    description:
      'A dry, masculine wood named after the mvule tree, with green vetiver and a clean pencil-shaving edge. Bergamot and juniper open it; cedar, vetiver and oakmoss stay.',
    price: 6400,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 205,
  },
  {
    slug: 'usiku-wa-oud',
    name: 'Usiku wa Oud',
    house: 'Siyu',
    family: 'night',
    description:
      'A masculine oud for late evenings, dark and slightly sweet, like incense left in a velvet coat. Top: plum, black pepper. Heart: incense, iris. Base: oud, tonka, patchouli.',
    price: 9900,
    originalPrice: null,
    isNew: true,
    millilitres: 100,
    addedDaysAgo: 24,
  },
  {
    slug: 'sandali-mwitu',
    name: 'Sandali Mwitu',
    house: 'Bayt Pwani',
    family: 'oud',
    description:
      'Creamy sandalwood with a wild, resinous side, quiet enough for the office and easy to share; a true unisex wood. Notes of fig leaf, sandalwood, cypriol and soft suede.',
    price: 7200,
    originalPrice: 8500,
    isNew: false,
    millilitres: 75,
    addedDaysAgo: 150,
  },
  {
    slug: 'mlango-wa-lamu',
    name: 'Mlango wa Lamu',
    house: 'Shanga',
    family: 'oud',
    description:
      'A carved teak door, warm from the sun, with clove and coffee drifting from the courtyard behind it; an evening scent for men. Top: clove, orange peel. Heart: coffee, teak. Base: oud, amber.',
    price: 10500,
    originalPrice: null,
    isNew: true,
    millilitres: 100,
    addedDaysAgo: 16,
  },
  {
    slug: 'oud-tausi',
    name: 'Oud Tausi',
    house: 'Siyu',
    family: 'night',
    description:
      'The peacock of the shelf: a jewelled oud extrait with blackcurrant, violet and smoky guaiac, made for weddings and grand entrances. Base of oud, myrrh and musk.',
    price: 18500,
    originalPrice: null,
    isNew: false,
    millilitres: 75,
    addedDaysAgo: 260,
  },
  {
    slug: 'msitu-vetiver',
    name: 'Msitu Vetiver',
    house: 'Mrima',
    family: 'vetiver',
    description:
      'Rain on forest ground after a long dry season. A fresh, earthy scent for men: grapefruit and ginger first, then vetiver root, fern and damp cedar.',
    price: 4800,
    originalPrice: 6000,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 118,
  },
  {
    slug: 'jahazi-cedar',
    name: 'Jahazi Cedar',
    house: 'Kaskazi',
    family: 'marine',
    description:
      'Sun-bleached dhow planks, rope and sea salt; an easy daytime scent for men who like the water. Top: lime, sea salt. Heart: lavender, driftwood. Base: cedar, ambergris accord.',
    price: 5200,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 84,
  },
]
