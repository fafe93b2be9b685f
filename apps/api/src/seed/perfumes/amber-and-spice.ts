import type { PerfumeOfCategory } from '../perfume.ts'

/** Saffron, clove, cardamom and the warm resins that carry them. */
export const amberAndSpice: PerfumeOfCategory[] = [
  {
    slug: 'zafarani-jioni',
    name: 'Zafarani Jioni',
    house: 'Bayt Pwani',
    family: 'amber',
    description:
      'Saffron at dusk: honeyed, leathery and glowing. Top: saffron, pink pepper. Heart: rose absolute, dried fruit. Base: amber, benzoin, a thread of oud.',
    price: 8900,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 230,
  },
  {
    slug: 'karafuu-dhahabu',
    name: 'Karafuu Dhahabu',
    house: 'Shanga',
    family: 'amber',
    description:
      'Golden clove from a Pemba drying mat, bold and masculine with tobacco leaf and a dark honey finish. Top: clove, bitter orange. Heart: tobacco, cinnamon. Base: honey, amber.',
    price: 7500,
    originalPrice: 9000,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 190,
  },
  {
    slug: 'amber-kisiwani',
    name: 'Amber Kisiwani',
    house: 'Kaskazi',
    family: 'amber',
    description:
      'Island amber, salty at the edges and vanilla at the centre, as if you had dried off in the afternoon sun. Notes of mandarin, labdanum, vanilla and sea salt.',
    price: 5600,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 140,
  },
  {
    slug: 'iliki-baraza',
    name: 'Iliki Baraza',
    house: 'Mrima',
    family: 'amber',
    description:
      'Cardamom coffee shared on a stone bench, made unisex for whoever pours first. Green cardamom and ginger open; coffee, milk and sandalwood follow.',
    price: 4300,
    originalPrice: null,
    isNew: true,
    millilitres: 75,
    addedDaysAgo: 27,
  },
  {
    slug: 'mdalasini-moto',
    name: 'Mdalasini Moto',
    house: 'Siyu',
    family: 'oud',
    description:
      'Hot cinnamon bark and rum-soaked raisins on a woody base; a cold-evening scent for men. Two sprays are plenty. Base of cedar, tonka bean and amber.',
    price: 6200,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 95,
  },
  {
    slug: 'jua-la-magharibi',
    name: 'Jua la Magharibi',
    house: 'Shanga',
    family: 'amber',
    description:
      'The last sun over the creek: apricot, orange blossom and warm skin, with a feminine glow that lasts into dinner. Base of amber, cashmere wood and musk.',
    price: 6900,
    originalPrice: 8200,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 175,
  },
  {
    slug: 'ukwaju-machweo',
    name: 'Ukwaju Machweo',
    house: 'Kaskazi',
    family: 'night',
    description:
      'Sweet-sour tamarind on violet dusk, unusual and hard to stop smelling. Top: tamarind, chilli leaf. Heart: plum, violet. Base: dark amber, cocoa.',
    price: 5900,
    originalPrice: null,
    isNew: true,
    millilitres: 75,
    addedDaysAgo: 21,
  },
]
