import type { PerfumeOfCategory } from '../perfume.ts'

/** Fresh scents for hot days: lime, orange, mint, salt and wind. */
export const citrusAndSea: PerfumeOfCategory[] = [
  {
    slug: 'bahari-buluu',
    name: 'Bahari Buluu',
    house: 'Kaskazi',
    family: 'marine',
    description:
      'Sea salt, lime leaf and driftwood, clean from the first spray to the last. A masculine blue that suits the office. Base of ambergris accord, cedar and musk.',
    price: 3200,
    originalPrice: 4000,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 170,
  },
  {
    slug: 'limau-na-chumvi',
    name: 'Limau na Chumvi',
    house: 'Mrima',
    family: 'citrus',
    description:
      'Lemon and salt on a hot day, sharp and thirst-quenching. Unisex and cheerful; spray again after lunch, as citrus fades early. Notes of lemon, sea salt, basil and white musk.',
    price: 2100,
    originalPrice: null,
    isNew: false,
    millilitres: 50,
    addedDaysAgo: 58,
  },
  {
    slug: 'upepo-wa-kusi',
    name: 'Upepo wa Kusi',
    house: 'Kaskazi',
    family: 'marine',
    description:
      'The southern monsoon in a bottle: cool wind, seaweed and wet stone for men who prefer fresh over sweet. Top: mint, grapefruit. Heart: sea accord, sage. Base: vetiver, moss.',
    price: 4400,
    originalPrice: null,
    isNew: true,
    millilitres: 100,
    addedDaysAgo: 25,
  },
  {
    slug: 'ndimu-mwambao',
    name: 'Ndimu Mwambao',
    house: 'Mrima',
    family: 'citrus',
    description:
      'Lime squeezed over grilled fish at the beach, minus the fish. Zesty lime and kaffir leaf over light cedar, brisk and masculine.',
    price: 1900,
    originalPrice: 2400,
    isNew: false,
    millilitres: 50,
    addedDaysAgo: 90,
  },
  {
    slug: 'chungwa-alfajiri',
    name: 'Chungwa Alfajiri',
    house: 'Shanga',
    family: 'citrus',
    description:
      'Orange blossom and sweet orange at first light, with a gentle honeyed base. Sunny and feminine without being sugary. Notes of orange, neroli, honey and cashmere musk.',
    price: 3400,
    originalPrice: null,
    isNew: false,
    millilitres: 75,
    addedDaysAgo: 132,
  },
  {
    slug: 'mnanaa-baridi',
    name: 'Mnanaa Baridi',
    house: 'Bayt Pwani',
    family: 'vetiver',
    description:
      'Iced mint tea with plenty of lime, a cold towel for the neck. Top: spearmint, lime. Heart: green tea, verbena. Base: vetiver, light musk.',
    price: 2600,
    originalPrice: null,
    isNew: false,
    millilitres: 75,
    addedDaysAgo: 48,
  },
  {
    slug: 'matumbawe',
    name: 'Matumbawe',
    house: 'Kaskazi',
    family: 'marine',
    description:
      'Warm coral stone, coconut water and frangipani by the reef; a holiday scent for women. Top: coconut water, bergamot. Heart: frangipani. Base: sun-warmed musk.',
    price: 4100,
    originalPrice: null,
    isNew: false,
    millilitres: 75,
    addedDaysAgo: 102,
  },
]
