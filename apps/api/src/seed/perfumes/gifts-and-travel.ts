import type { PerfumeOfCategory } from '../perfume.ts'

/** Small bottles for a bag, a pocket or a present. */
export const giftsAndTravel: PerfumeOfCategory[] = [
  {
    slug: 'zawadi-ya-idi',
    name: 'Zawadi ya Idi',
    house: 'Bayt Pwani',
    family: 'vetiver',
    description:
      'A festive 30 ml bottle to press into a friend’s hand: green cardamom, rose and light oud that nobody dislikes. Top: cardamom. Heart: rose, mint. Base: oud, musk.',
    price: 2800,
    originalPrice: 3400,
    isNew: false,
    millilitres: 30,
    addedDaysAgo: 125,
  },
  {
    slug: 'msafiri-pour-homme',
    name: 'Msafiri Pour Homme',
    house: 'Kaskazi',
    family: 'marine',
    description:
      'The traveller’s 30 ml: bergamot, lavender and cool woods that survive a night bus and a morning meeting. Base of cedar, tonka bean and musk.',
    price: 1600,
    originalPrice: null,
    isNew: false,
    millilitres: 30,
    addedDaysAgo: 76,
  },
  {
    slug: 'malkia-femme',
    name: 'Malkia Femme',
    house: 'Shanga',
    family: 'rose',
    description:
      'A queen’s handbag spray in 30 ml: rose, vanilla and a sparkle of mandarin, sweet but never sticky. Base of vanilla, sandalwood and musk.',
    price: 1750,
    originalPrice: 2200,
    isNew: false,
    millilitres: 30,
    addedDaysAgo: 99,
  },
  {
    slug: 'kito-cha-mfukoni',
    name: 'Kito cha Mfukoni',
    house: 'Siyu',
    family: 'night',
    description:
      'A pocket jewel: black amber, plum and incense in 30 ml, strong enough that one spray will do. Unisex, for evenings out. Base of amber, incense and dark musk.',
    price: 1200,
    originalPrice: null,
    isNew: true,
    millilitres: 30,
    addedDaysAgo: 28,
  },
  {
    slug: 'bwana-harusi',
    name: 'Bwana Harusi',
    house: 'Mrima',
    family: 'oud',
    description:
      'The groom’s small bottle, polished oud with lemon and leather for men on a long and happy day. Top: lemon, nutmeg. Heart: leather, geranium. Base: oud, cedar.',
    price: 3300,
    originalPrice: null,
    isNew: false,
    millilitres: 30,
    addedDaysAgo: 155,
  },
  {
    slug: 'bi-harusi',
    name: 'Bi Harusi',
    house: 'Shanga',
    family: 'musk',
    description:
      'The bride’s small bottle: white flowers, sugared almond and soft musk for women, pretty on its own and lovely layered. Base of musk, sandalwood and vanilla.',
    price: 3300,
    originalPrice: null,
    isNew: true,
    millilitres: 30,
    addedDaysAgo: 26,
  },
]
