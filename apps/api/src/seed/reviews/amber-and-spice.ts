import type { ReviewsBySlug } from '../review.ts'

/** On saffron, clove and amber. */
export const amberAndSpiceReviews: ReviewsBySlug = {
  'zafarani-jioni': [
    {
      rating: 5,
      content: 'Saffron without the medicine smell. It makes an ordinary evening feel important.',
      customerName: 'Rehema',
      daysAgo: 216,
    },
    {
      rating: 5,
      content: 'Got it for my fiancée and she has asked me never to buy anything else.',
      customerName: 'Kevin',
      daysAgo: 158,
    },
    {
      rating: 4,
      content: 'Warm and honeyed. A little heavy for noon in Mombasa, perfect after seven.',
      customerName: 'Nasra',
      daysAgo: 101,
    },
    { rating: 5, content: 'The best amber I have tried so far, and the packaging was very careful.', daysAgo: 38 },
  ],
  'karafuu-dhahabu': [
    {
      rating: 5,
      content: 'Karafuu kabisa! Reminds me of the drying mats in Pemba when I was small.',
      customerName: 'Juma',
      daysAgo: 171,
    },
    { rating: 4, content: 'Bold tobacco and clove. Not for shy people.', customerName: 'Peter', daysAgo: 118 },
    {
      rating: 3,
      content: 'Smells nice on my husband but too sweet at the end for me.',
      customerName: 'Anyango',
      daysAgo: 60,
    },
    {
      rating: 1,
      content: 'Come to my page for cheaper perfumes, better than this shop, DM me now now now.',
      customerName: 'X',
      status: 'rejected',
      daysAgo: 22,
    },
  ],
  'amber-kisiwani': [
    {
      rating: 4,
      content: 'Like sunscreen and vanilla after the beach, in the best way.',
      customerName: 'Cynthia',
      daysAgo: 126,
    },
    {
      rating: 5,
      content: 'Very easy to wear. My colleagues ask for the name every week.',
      customerName: 'Hassan',
      daysAgo: 85,
    },
    {
      rating: 4,
      content: 'Soft and warm. It lasted through a whole day of meetings.',
      customerName: 'Nyambura',
      daysAgo: 31,
    },
  ],
  'mdalasini-moto': [
    {
      rating: 4,
      content: 'Perfect for July in Limuru. The cinnamon wakes you up.',
      customerName: 'Collins',
      daysAgo: 88,
    },
    { rating: 5, content: 'Moto kweli! Two sprays are enough, as they say.', customerName: 'Baraka', daysAgo: 51 },
    { rating: 2, content: 'Gave me a slight headache indoors. Maybe better outside in the evening.', daysAgo: 17 },
  ],
  'jua-la-magharibi': [
    {
      rating: 5,
      content: 'My signature now. It smells like golden hour feels.',
      customerName: 'Achieng',
      daysAgo: 164,
    },
    {
      rating: 5,
      content: 'Apricot and orange blossom, so pretty, and it never turns sour on me.',
      customerName: 'Fatuma',
      daysAgo: 109,
    },
    {
      rating: 4,
      content: 'Beautiful dry-down. The spray nozzle is very fine, which is a small joy.',
      customerName: 'Sharon',
      daysAgo: 63,
    },
    {
      rating: 5,
      content: 'Ordered on Tuesday, wearing it on Wednesday. I will come back with a longer review.',
      customerName: 'Lilian',
      status: 'pending',
      daysAgo: 19,
    },
  ],
}
