import type { ReviewsBySlug } from '../review.ts'

/** On rose, jasmine and wedding flowers. */
export const roseAndFloralsReviews: ReviewsBySlug = {
  'waridi-la-taif': [
    {
      rating: 5,
      content: 'I have bought rose perfumes for twenty years. This is the one I would keep.',
      customerName: 'Maryam',
      daysAgo: 312,
    },
    {
      rating: 5,
      content: 'The honey makes it warm and the oud stays in the background. So elegant.',
      customerName: 'Njoki',
      daysAgo: 290,
    },
    {
      rating: 4,
      content: 'Beautiful rose. I would have liked it a touch stronger in the first hour.',
      customerName: 'Zuhura',
      daysAgo: 267,
    },
    {
      rating: 5,
      content: 'Wore it on my graduation day. Now every spray takes me back there.',
      customerName: 'Atieno',
      daysAgo: 241,
    },
    { rating: 5, content: 'Ya kwangu milele. My husband noticed before I even sat down.', daysAgo: 218 },
    {
      rating: 5,
      content: 'It arrived well packed with a handwritten note. The scent is even better than the description.',
      customerName: 'Purity',
      daysAgo: 195,
    },
    {
      rating: 3,
      content: 'Nice but a little mature for me. I gave it to my mum and she is very happy.',
      customerName: 'Lucy',
      daysAgo: 172,
    },
    {
      rating: 5,
      content: 'Like the rosewater we sprinkle at weddings, with something deeper underneath.',
      customerName: 'Saida',
      daysAgo: 149,
    },
    {
      rating: 4,
      content: 'Good for church and for dinner. About eight hours on my clothes.',
      customerName: 'Wairimu',
      daysAgo: 121,
    },
    { rating: 5, content: 'My third bottle. I hide it from my sisters. 🌹', customerName: 'Hellen', daysAgo: 99 },
    { rating: 5, content: 'The real Taif smell, not the candle kind. Mashallah.', customerName: 'Umi', daysAgo: 77 },
    {
      rating: 4,
      content: 'Bought it for our anniversary. She smiled, so five from her and four from me for the price.',
      customerName: 'David',
      daysAgo: 54,
    },
    {
      rating: 5,
      content: 'Soft, rosy and classy. It does not fight with the heat.',
      customerName: 'Moraa',
      daysAgo: 32,
    },
    {
      rating: 5,
      content: 'Ordered on WhatsApp with no account and it came the next day. The scent is divine.',
      daysAgo: 12,
    },
    {
      rating: 5,
      content: 'Just received it today and the whole house smells like roses.',
      customerName: 'Nafula',
      status: 'pending',
      daysAgo: 3,
    },
  ],
  'asmini-asubuhi': [
    {
      rating: 4,
      content: 'Very green and fresh, like the jasmine by our gate at six in the morning.',
      customerName: 'Caroline',
      daysAgo: 146,
    },
    {
      rating: 5,
      content: 'Asmini halisi! I wear it with my buibui every Friday.',
      customerName: 'Habiba',
      daysAgo: 97,
    },
    {
      rating: 4,
      content: 'Pretty and light. It fades by lunch, but the price is kind so I just spray again.',
      customerName: 'Ivy',
      daysAgo: 43,
    },
  ],
  'yasmini-ya-usiku': [
    {
      rating: 5,
      content: 'Heavy jasmine, dark and beautiful. Not for the office, absolutely for a date.',
      customerName: 'Jacinta',
      daysAgo: 170,
    },
    {
      rating: 4,
      content: 'The tuberose is strong at first. Give it fifteen minutes and it becomes silk.',
      customerName: 'Sauda',
      daysAgo: 112,
    },
    { rating: 5, content: 'This is the perfume that makes people turn around.', daysAgo: 56 },
    {
      rating: 2,
      content: 'Too intense for me. I could still smell it after a shower.',
      customerName: 'Diana',
      daysAgo: 14,
    },
  ],
  'waridi-kiangazi': [
    { rating: 5, content: 'Cheerful and pink! My campus perfume.', customerName: 'Brenda', daysAgo: 60 },
    {
      rating: 4,
      content: 'Raspberry and rose, sweet but clean. Great value on offer.',
      customerName: 'Winnie',
      daysAgo: 35,
    },
    { rating: 4, content: 'Good for daytime. I wish it came in 100 ml.', customerName: 'Salma', daysAgo: 9 },
  ],
  'vikuba-arusi': [
    {
      rating: 5,
      content: 'Harufu ya arusi kabisa. I ordered it for my daughter’s henna night and everyone asked.',
      customerName: 'Bi Mwana',
      daysAgo: 271,
    },
    {
      rating: 5,
      content: 'Rich jasmine and sandal. A little goes a very long way.',
      customerName: 'Tabitha',
      daysAgo: 206,
    },
    { rating: 4, content: 'Gorgeous but formal. I save it for weddings and Idd.', customerName: 'Asha', daysAgo: 137 },
    { rating: 5, content: 'I married in this perfume. Five stars for ever.', customerName: 'Nduku', daysAgo: 65 },
  ],
  'waridi-jekundu': [
    {
      rating: 5,
      content: 'Dark red rose, exactly as the name says. I felt like a film star.',
      customerName: 'Vivian',
      daysAgo: 15,
    },
    { rating: 4, content: 'Bold and sexy. The cocoa comes out after an hour.', customerName: 'Naomi', daysAgo: 7 },
    {
      rating: 1,
      content: 'this shop and the owner are useless, I did not buy anything but I know',
      customerName: 'Hater',
      status: 'rejected',
      daysAgo: 2,
    },
  ],
}
