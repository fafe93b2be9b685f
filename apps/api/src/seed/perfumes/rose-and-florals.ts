import type { PerfumeOfCategory } from '../perfume.ts'

/** Rose, jasmine, kilua and the other flowers of coastal weddings. */
export const roseAndFlorals: PerfumeOfCategory[] = [
  {
    slug: 'waridi-la-taif',
    name: 'Waridi la Taif',
    house: 'Bayt Pwani',
    family: 'rose',
    description:
      'Taif rose petals over soft oud with a trace of honey; a feminine classic that never shouts. Top: lychee, rose leaf. Heart: Taif rose. Base: honey, oud, white musk.',
    price: 9400,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 320,
  },
  {
    slug: 'asmini-asubuhi',
    name: 'Asmini Asubuhi',
    house: 'Shanga',
    family: 'musk',
    description:
      'Jasmine buds picked before sunrise, green and dewy. A light morning scent for women. Notes of green tea, jasmine sambac, lily of the valley and musk.',
    price: 3600,
    originalPrice: null,
    isNew: false,
    millilitres: 75,
    addedDaysAgo: 160,
  },
  {
    slug: 'yasmini-ya-usiku',
    name: 'Yasmini ya Usiku',
    house: 'Siyu',
    family: 'night',
    description:
      'The same flower after dark: narcotic jasmine, tuberose and a shadow of incense, made for women who stay late. Base of amber, vetiver and dark musk.',
    price: 8300,
    originalPrice: 9800,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 185,
  },
  {
    slug: 'waridi-kiangazi',
    name: 'Waridi Kiangazi',
    house: 'Kaskazi',
    family: 'rose',
    description:
      'Dry-season rose with raspberry and pink pepper, cheerful and easy to wear. A young, feminine spray for work and weekends. Base of cedar and clean musk.',
    price: 2900,
    originalPrice: 3500,
    isNew: false,
    millilitres: 50,
    addedDaysAgo: 72,
  },
  {
    slug: 'kilua-ya-mombasa',
    name: 'Kilua ya Mombasa',
    house: 'Mrima',
    family: 'citrus',
    description:
      'Kilua, the yellow flower tucked into hair along the coast, fruity and heady. Top: banana leaf, mandarin. Heart: kilua accord, ylang-ylang. Base: coconut wood.',
    price: 4700,
    originalPrice: null,
    isNew: true,
    millilitres: 75,
    addedDaysAgo: 29,
  },
  {
    slug: 'vikuba-arusi',
    name: 'Vikuba Arusi',
    house: 'Bayt Pwani',
    family: 'rose',
    description:
      'Rosebuds, jasmine and sandal paste, the blend of a bridal evening, opulent and made for women. Top: saffron. Heart: rose, jasmine, rosewater. Base: sandalwood, ambrette.',
    price: 11200,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 280,
  },
  {
    slug: 'langilangi-pemba',
    name: 'Langilangi Pemba',
    house: 'Shanga',
    family: 'citrus',
    description:
      'Ylang-ylang in full sun, creamy and golden with a spark of citrus. Some find it tropical, others find it like home. Notes of ylang-ylang, petitgrain, coconut milk and vanilla.',
    price: 5100,
    originalPrice: null,
    isNew: false,
    millilitres: 100,
    addedDaysAgo: 110,
  },
  {
    slug: 'waridi-jekundu',
    name: 'Waridi Jekundu',
    house: 'Siyu',
    family: 'rose',
    description:
      'Deep red rose with dark berries and patchouli, confident and a little dangerous. Two sprays carry a whole evening for women who dress up. Base of patchouli, cocoa and oud.',
    price: 7800,
    originalPrice: null,
    isNew: true,
    millilitres: 100,
    addedDaysAgo: 18,
  },
]
