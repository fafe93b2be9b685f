import type { ReviewsBySlug } from '../review.ts'

/** On frankincense, myrrh and smoke. */
export const bakhoorAndIncenseReviews: ReviewsBySlug = {
  'ubani-mweupe': [
    { rating: 5, content: 'Ubani safi. It brings calm to the whole room.', customerName: 'Mzee Athman', daysAgo: 209 },
    {
      rating: 4,
      content: 'Lemony and peaceful. I use it when I read in the evening.',
      customerName: 'Beatrice',
      daysAgo: 128,
    },
    { rating: 5, content: 'Smells expensive and quiet. My favourite for travelling.', daysAgo: 47 },
  ],
  'udi-wa-chetezo': [
    {
      rating: 5,
      content: 'Exactly the chetezo at my mother’s, without waiting for the charcoal.',
      customerName: 'Shamsa',
      daysAgo: 280,
    },
    {
      rating: 4,
      content: 'Smoky and sweet. I am new to udi and this was a good teacher.',
      customerName: 'Joel',
      daysAgo: 236,
    },
    {
      rating: 5,
      content: 'I spray it on my buibui and it stays until I wash it.',
      customerName: 'Rukia',
      daysAgo: 181,
    },
    {
      rating: 5,
      content: 'First time I have smelt something like this. I bought it out of curiosity and now I am hooked.',
      customerName: 'Mwangi',
      daysAgo: 124,
    },
    {
      rating: 2,
      content: 'Much too smoky for my taste, it filled the whole house.',
      customerName: 'Irene',
      daysAgo: 71,
    },
    {
      rating: 4,
      content: 'Very close to real bakhoor. I would like a bigger bottle.',
      customerName: 'Hussein',
      status: 'pending',
      daysAgo: 25,
    },
  ],
  'moshi-wa-waridi': [
    {
      rating: 4,
      content: 'Rose and smoke together, very tender. I did not expect to like it so much.',
      customerName: 'Jamila',
      daysAgo: 9,
    },
  ],
  'bakhoor-sikukuu': [
    {
      rating: 5,
      content: 'Idd in a bottle. My children said the house smelt like sikukuu.',
      customerName: 'Fauzia',
      daysAgo: 130,
    },
    {
      rating: 4,
      content: 'Cinnamon, orange and smoke. We used it at Christmas too and it fit perfectly.',
      customerName: 'Cate',
      daysAgo: 87,
    },
    { rating: 5, content: 'Great price on offer. I took three as gifts.', customerName: 'Said', daysAgo: 36 },
    { rating: 4, content: 'Warm and festive, maybe too much for every day.', daysAgo: 11 },
  ],
  'manemane-kale': [
    {
      rating: 4,
      content: 'Serious stuff. Bitter at first, then leather and balsam. I feel taller in it.',
      customerName: 'Odhiambo',
      daysAgo: 254,
    },
    {
      rating: 5,
      content: 'Grave and beautiful. Nothing else on my shelf smells like this.',
      customerName: 'Karim',
      daysAgo: 176,
    },
    { rating: 3, content: 'Interesting, but you must be in the mood for it.', customerName: 'Simon', daysAgo: 94 },
  ],
}
