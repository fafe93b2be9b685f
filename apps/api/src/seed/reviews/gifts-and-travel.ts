import type { ReviewsBySlug } from '../review.ts'

/** On small bottles and presents. */
export const giftsAndTravelReviews: ReviewsBySlug = {
  'zawadi-ya-idi': [
    {
      rating: 5,
      content: 'Bought six for the family and everybody liked it, even my picky aunt.',
      customerName: 'Mariam',
      daysAgo: 117,
    },
    { rating: 4, content: 'Nice safe gift. The box is pretty as well.', customerName: 'Edwin', daysAgo: 69 },
    { rating: 5, content: 'Zawadi bora! Small bottle, big smile.', daysAgo: 23 },
  ],
  'msafiri-pour-homme': [
    {
      rating: 4,
      content: 'Fits in my laptop bag. Fresh enough after the night bus from Eldoret.',
      customerName: 'Kiptoo',
      daysAgo: 67,
    },
    {
      rating: 5,
      content: 'Great little bottle. I refill my confidence before every meeting.',
      customerName: 'Ndegwa',
      daysAgo: 40,
    },
    { rating: 4, content: 'Good value. Lasts four to five hours.', customerName: 'Musa', daysAgo: 14 },
  ],
  'malkia-femme': [
    {
      rating: 5,
      content: 'My handbag perfume. Sweet and clean, and it does not leak.',
      customerName: 'Sheila',
      daysAgo: 93,
    },
    {
      rating: 4,
      content: 'Lovely vanilla rose. I wish the small one came with a pouch.',
      customerName: 'Terry',
      daysAgo: 57,
    },
    {
      rating: 5,
      content: 'Bought it on offer for my bestie and kept it for myself. 🙈',
      customerName: 'Mwikali',
      daysAgo: 16,
    },
  ],
  'bwana-harusi': [
    {
      rating: 5,
      content: 'Wore it on my wedding day. My wife now buys it for me.',
      customerName: 'Evans',
      daysAgo: 141,
    },
    { rating: 4, content: 'Polished oud, not too heavy. A good size to carry.', customerName: 'Titus', daysAgo: 76 },
  ],
}
