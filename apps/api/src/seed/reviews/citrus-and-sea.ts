import type { ReviewsBySlug } from '../review.ts'

/** On lime, orange, mint and salt. */
export const citrusAndSeaReviews: ReviewsBySlug = {
  'bahari-buluu': [
    {
      rating: 5,
      content: 'Smells like Nyali beach early in the morning. Clean and manly.',
      customerName: 'Ahmed',
      daysAgo: 159,
    },
    {
      rating: 4,
      content: 'Good blue scent for the office, and nobody complains. Around five hours on me.',
      customerName: 'Eric',
      daysAgo: 134,
    },
    {
      rating: 5,
      content: 'Best one at this price. I bought two more for my brothers.',
      customerName: 'Samuel',
      daysAgo: 108,
    },
    {
      rating: 3,
      content: 'Nice opening, but the salt goes away quickly. Still a decent daily perfume.',
      customerName: 'Felix',
      daysAgo: 86,
    },
    { rating: 5, content: 'Safi sana, delivery pia ilikuwa haraka.', daysAgo: 64 },
    { rating: 4, content: 'I use it after football. Fresh without being loud.', customerName: 'Mumo', daysAgo: 39 },
    {
      rating: 5,
      content: 'My barber asked what it was, then ordered one on the spot.',
      customerName: 'Rashid',
      daysAgo: 18,
    },
    {
      rating: 4,
      content: 'So far so good, it is only my second day with it.',
      customerName: 'Alex',
      status: 'pending',
      daysAgo: 2,
    },
  ],
  'limau-na-chumvi': [
    {
      rating: 5,
      content: 'Like a cold lemonade with salt. I keep it in the fridge, try it!',
      customerName: 'Wanza',
      daysAgo: 50,
    },
    {
      rating: 4,
      content: 'Super fresh. It fades by afternoon, as the description honestly says.',
      customerName: 'Idris',
      daysAgo: 28,
    },
    { rating: 4, content: 'My toddler says I smell like juice. I will take it.', daysAgo: 10 },
  ],
  'ndimu-mwambao': [
    {
      rating: 4,
      content: 'Bought it because of the fish joke. Stayed for the lime.',
      customerName: 'Gideon',
      daysAgo: 82,
    },
    { rating: 3, content: 'Fresh and cheap, but light. Spray a lot.', customerName: 'Patrick', daysAgo: 46 },
    { rating: 5, content: 'Ndimu tupu! Perfect for Mombasa heat.', customerName: 'Yusuf', daysAgo: 13 },
  ],
  'chungwa-alfajiri': [
    {
      rating: 5,
      content: 'Orange blossom like my aunt’s garden in Kisii. So happy with it.',
      customerName: 'Kerubo',
      daysAgo: 119,
    },
    { rating: 4, content: 'Sunny and soft. A good Sunday perfume.', customerName: 'Nancy', daysAgo: 68 },
    { rating: 5, content: 'Not sugary at all, and it dries to a nice warm musk.', customerName: 'Zawadi', daysAgo: 21 },
  ],
  matumbawe: [
    {
      rating: 5,
      content: 'Coconut water and frangipani. I wore it in Diani and still smell the holiday on my hat.',
      customerName: 'Mwende',
      daysAgo: 83,
    },
    {
      rating: 4,
      content: 'Lovely beach scent, more elegant than the usual coconut ones.',
      customerName: 'Pauline',
      daysAgo: 26,
    },
    {
      rating: 1,
      content: 'WIN FREE AIRTIME click my profile and send the code to ten friends today',
      customerName: 'Promo',
      status: 'rejected',
      daysAgo: 1,
    },
  ],
}
