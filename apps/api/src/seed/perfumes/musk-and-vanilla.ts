import type { PerfumeOfCategory } from '../perfume.ts'

/** Clean musks, vanilla and other comforts worn close to the skin. */
export const muskAndVanilla: PerfumeOfCategory[] = [
  {
    slug: 'miski-safi',
    name: 'Miski Safi',
    house: 'Bayt Pwani',
    family: 'musk',
    description:
      'Clean white musk in the old manner, like fresh linen after prayer. Unisex and soft enough for every day. Notes of aldehydes, white musk, lily and powder.',
    price: 2400,
    originalPrice: null,
    isNew: false,
    millilitres: 50,
    addedDaysAgo: 340,
  },
  {
    slug: 'miski-ya-mawingu',
    name: 'Miski ya Mawingu',
    house: 'Shanga',
    family: 'musk',
    description:
      'A cloud of musk for women, airy and a little sweet. Top: pear, freesia. Heart: peony, rice steam. Base: cotton musk, blond wood.',
    price: 3900,
    originalPrice: 4900,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 128,
  },
  {
    slug: 'vanila-kizimbani',
    name: 'Vanila Kizimbani',
    house: 'Mrima',
    family: 'amber',
    description:
      'Vanilla pods on a spice-farm table, closer to the plant than to the bakery. Top: nutmeg, bergamot. Heart: vanilla orchid. Base: vanilla absolute, tonka, sandalwood.',
    price: 5400,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 215,
  },
  {
    slug: 'pamba-nyeupe',
    name: 'Pamba Nyeupe',
    house: 'Kaskazi',
    family: 'musk',
    description:
      'White cotton on a washing line at noon. Bright, soapy and kind to people who dislike heavy perfume. Notes of neroli, cotton blossom, white tea and musk.',
    price: 1800,
    originalPrice: null,
    isNew: false,
    millilitres: 50,
    addedDaysAgo: 66,
  },
  {
    slug: 'maziwa-ya-lozi',
    name: 'Maziwa ya Lozi',
    house: 'Shanga',
    family: 'musk',
    description:
      'Warm almond milk with a spoon of honey; a cosy, feminine scent for cool Nairobi mornings. Top: almond, milk. Heart: heliotrope, honey. Base: vanilla, musk.',
    price: 4600,
    originalPrice: null,
    isNew: true,
    millilitres: 75,
    addedDaysAgo: 12,
  },
  {
    slug: 'tende-tamu',
    name: 'Tende Tamu',
    house: 'Siyu',
    family: 'amber',
    description:
      'Sticky dates, caramel and a pinch of cinnamon, for women who like their sweetness rich. Top: date, cinnamon. Heart: caramel, praline. Base: vanilla, benzoin, patchouli.',
    price: 6800,
    originalPrice: 7900,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 240,
  },
]
