import type { ReviewsBySlug } from '../review.ts'

/** On oud, sandalwood and cedar. */
export const oudAndWoodsReviews: ReviewsBySlug = {
  'oud-ya-pwani': [
    {
      rating: 5,
      content: 'Smells like my grandmother’s house in Lamu on Idd morning. I cried a little. Asante sana.',
      customerName: 'Mwanaisha',
      daysAgo: 301,
    },
    {
      rating: 5,
      content: 'Strong but not rude. One spray under the shirt and the whole matatu asked me what it was.',
      customerName: 'Kamau',
      daysAgo: 262,
    },
    {
      rating: 4,
      content: 'Lovely oud, and the leather calms down after about half an hour. I only wish the bottle were bigger.',
      customerName: 'Halima',
      daysAgo: 214,
    },
    {
      rating: 5,
      content: 'Second bottle already. The delivery guy reached CBD the same afternoon.',
      customerName: 'Otieno',
      daysAgo: 177,
    },
    {
      rating: 5,
      content: 'Wore it to my brother’s wedding and got more compliments than the groom 😂🔥 Sorry bro.',
      daysAgo: 131,
    },
    {
      rating: 3,
      content: 'It is well made, but too smoky for me in the daytime. My husband has adopted it instead.',
      customerName: 'Njeri',
      daysAgo: 96,
    },
    {
      rating: 4,
      content: 'Good oud for the money. It stays on a kanzu for two days, on skin about seven hours.',
      customerName: 'Abdi',
      daysAgo: 52,
    },
    {
      rating: 5,
      content: 'Niliipenda mara ya kwanza. The rose under the smoke is beautiful.',
      customerName: 'Wambui',
      daysAgo: 20,
    },
    {
      rating: 5,
      content: 'Got it as a birthday gift and now I understand why people talk about oud so much.',
      customerName: 'Kiprono',
      status: 'pending',
      daysAgo: 4,
    },
  ],
  'mvule-heartwood': [
    {
      rating: 4,
      content: 'Dry and clean, like a carpentry workshop in the morning. Very office friendly.',
      customerName: 'Mutua',
      daysAgo: 188,
    },
    {
      rating: 5,
      content: 'Finally a wood scent that is not sweet. I have stopped looking.',
      customerName: 'Kipchumba',
      daysAgo: 120,
    },
    {
      rating: 4,
      content: 'Lasts about six hours on me. The opening is sharp for two minutes, then it becomes very smooth.',
      daysAgo: 61,
    },
    {
      rating: 2,
      content: 'Not for me. I expected something deeper and this one is mostly pencils.',
      customerName: 'Brian',
      daysAgo: 33,
    },
  ],
  'sandali-mwitu': [
    {
      rating: 5,
      content: 'My wife and I fight over this one. We ended up ordering another.',
      customerName: 'Aisha',
      daysAgo: 139,
    },
    {
      rating: 4,
      content: 'Soft, milky and close to the skin. People notice only when they hug you, which I like.',
      customerName: 'Muthoni',
      daysAgo: 92,
    },
    {
      rating: 5,
      content: 'The sandalwood feels real, not the powdery kind. Beautiful at night.',
      customerName: 'Farah',
      daysAgo: 44,
    },
  ],
  'mlango-wa-lamu': [
    {
      rating: 5,
      content: 'Coffee and clove, tamu sana. It really does smell like walking through Lamu old town.',
      customerName: 'Swaleh',
      daysAgo: 11,
    },
    {
      rating: 4,
      content: 'Nice and warm. I am waiting to see how it does in the hot season before I give it five stars.',
      customerName: 'Dennis',
      status: 'pending',
      daysAgo: 6,
    },
  ],
  'oud-tausi': [
    {
      rating: 5,
      content: 'Expensive, yes. But I have worn it to four weddings and there is still plenty left.',
      customerName: 'Zainab',
      daysAgo: 248,
    },
    {
      rating: 5,
      content: 'Mashallah. The bottle alone looks like a treasure and the scent matches it.',
      customerName: 'Omar',
      daysAgo: 190,
    },
    {
      rating: 4,
      content: 'Very rich. Please try half a spray first, I learnt the hard way in a lift.',
      customerName: 'Grace',
      daysAgo: 133,
    },
    { rating: 5, content: 'Hii ni ya wenye nyumba. Worth saving for.', daysAgo: 70 },
    {
      rating: 3,
      content: 'Great quality, but I smell more patchouli than oud on my skin. Still wearing it to church.',
      customerName: 'Ochieng',
      daysAgo: 29,
    },
  ],
  'msitu-vetiver': [
    {
      rating: 5,
      content: 'Exactly like the forest after rain back home in Kakamega.',
      customerName: 'Wekesa',
      daysAgo: 104,
    },
    {
      rating: 4,
      content: 'Fresh and serious at the same time. My go-to for Mondays.',
      customerName: 'Maina',
      daysAgo: 80,
    },
    { rating: 4, content: 'Bought it for my dad, but I borrow it a lot.', customerName: 'Mercy', daysAgo: 37 },
  ],
  'jahazi-cedar': [
    {
      rating: 5,
      content: 'I work near the harbour and this is the nice version of that smell.',
      customerName: 'Salim',
      daysAgo: 77,
    },
    {
      rating: 4,
      content: 'Salty and clean. I would like it to last longer, but it is easy to top up.',
      customerName: 'Victor',
      daysAgo: 45,
    },
    { rating: 4, content: 'Good daily scent, and the lime at the start is refreshing.', daysAgo: 15 },
  ],
}
