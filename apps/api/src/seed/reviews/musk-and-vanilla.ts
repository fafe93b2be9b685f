import type { ReviewsBySlug } from '../review.ts'

/** On musk, cotton and vanilla. */
export const muskAndVanillaReviews: ReviewsBySlug = {
  'miski-safi': [
    {
      rating: 5,
      content: 'Clean, simple, and the price is fair. I keep one at home and one in my bag.',
      customerName: 'Khadija',
      daysAgo: 333,
    },
    {
      rating: 5,
      content: 'Like fresh sheets. I spray it on my scarf every morning.',
      customerName: 'Wanjiru',
      daysAgo: 270,
    },
    {
      rating: 4,
      content: 'Good everyday musk. It stays close, so nobody in the office complains.',
      customerName: 'Ali',
      daysAgo: 199,
    },
    { rating: 5, content: 'Safi kabisa, as the name says.', daysAgo: 143 },
    {
      rating: 4,
      content: 'Nice and light. I layer it under my rose perfume and it makes both better.',
      customerName: 'Chebet',
      daysAgo: 75,
    },
    { rating: 3, content: 'Pleasant, but it was gone after three hours on my skin.', customerName: 'Tom', daysAgo: 27 },
  ],
  'miski-ya-mawingu': [
    { rating: 5, content: 'So soft! Nahisi kama niko kwenye mawingu.', customerName: 'Amina', daysAgo: 115 },
    {
      rating: 4,
      content: 'Sweet pear at first, then a very gentle musk. Great for work.',
      customerName: 'Joy',
      daysAgo: 73,
    },
    {
      rating: 5,
      content: 'My daughter and I share it. Please do not stop selling it.',
      customerName: 'Esther',
      daysAgo: 30,
    },
  ],
  'vanila-kizimbani': [
    {
      rating: 5,
      content: 'Real vanilla pods and not cake. I grew up near spice farms and this is close.',
      customerName: 'Naliaka',
      daysAgo: 203,
    },
    {
      rating: 4,
      content: 'Warm and a bit smoky. Surprisingly good on a man too.',
      customerName: 'Mohamed',
      daysAgo: 152,
    },
    {
      rating: 5,
      content: 'Compliments every single time. The sandalwood at the end is lovely.',
      customerName: 'Wangari',
      daysAgo: 90,
    },
    { rating: 4, content: 'Very comforting. I use it at night before sleeping.', daysAgo: 41 },
  ],
  'pamba-nyeupe': [
    {
      rating: 5,
      content: 'I hate strong perfume and I love this. Smells like clean laundry in the sun.',
      customerName: 'Faith',
      daysAgo: 58,
    },
    {
      rating: 4,
      content: 'Great for school runs and the gym. Good size for the bag.',
      customerName: 'Stella',
      daysAgo: 24,
    },
    {
      rating: 4,
      content: 'Fresh and friendly. Ordering another one for my sister in Kisumu.',
      customerName: 'Ruth',
      status: 'pending',
      daysAgo: 8,
    },
  ],
  'maziwa-ya-lozi': [
    {
      rating: 5,
      content: 'Like warm milk and honey. I keep smelling my own wrist in meetings.',
      customerName: 'Akinyi',
      daysAgo: 5,
    },
  ],
  'tende-tamu': [
    {
      rating: 5,
      content: 'Dates and caramel, tamu mno! Perfect for Ramadhan evenings.',
      customerName: 'Leila',
      daysAgo: 228,
    },
    {
      rating: 4,
      content: 'Very sweet but the cinnamon balances it. Lasted until the next morning on my jacket.',
      customerName: 'Nekesa',
      daysAgo: 166,
    },
    {
      rating: 3,
      content: 'Too sugary for me. My sister loves it though, so it found a home.',
      customerName: 'Joseph',
      daysAgo: 98,
    },
    { rating: 5, content: 'I get asked about this one in the lift all the time.', daysAgo: 34 },
  ],
}
