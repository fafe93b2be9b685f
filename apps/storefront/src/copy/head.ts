/** What search engines and shared links show of each page. See docs/behaviour.md#page-metadata. */
export const headCopy = {
  home: {
    path: '/',
    isPrivate: false,
    title: 'Premium fragrances and luxury scents in Kenya',
    description:
      'Discover the finest collection of authentic fragrances and luxury scents. Arabic and luxury perfumes, delivered across Kenya. No account required.',
    keywords: 'perfume Kenya, Arabic perfume, oud, luxury fragrances, authentic perfumes, Nairobi, Embu',
  },
  shop: {
    path: '/shop',
    isPrivate: false,
    title: 'Shop all perfumes',
    description: 'Our complete collection of perfumes for men, for women and unisex, with prices in Kenyan shillings.',
    keywords: 'buy perfume Kenya, perfumes for men, perfumes for women, unisex fragrances, oud, bakhoor',
  },
  product: {
    path: '/shop',
    isPrivate: false,
    title: 'Perfume',
    description: 'An authentic fragrance, delivered across Kenya.',
    keywords: 'perfume Kenya, authentic fragrance',
  },
  contact: {
    path: '/contact',
    isPrivate: false,
    title: 'Contact and delivery',
    description: 'Call us or write on WhatsApp. Delivery fees of every place.',
    keywords: 'perfume shop contact, WhatsApp perfume Kenya, perfume delivery Nairobi, perfume delivery Embu',
  },
  policy: {
    path: '/policies/delivery',
    isPrivate: false,
    title: 'Policies',
    description: 'What the shop promises about delivery, returns and your data.',
    keywords: 'delivery, returns, privacy',
  },
  cart: {
    path: '/cart',
    isPrivate: true,
    title: 'Your cart',
    description: 'The perfumes you have chosen, with today’s prices.',
    keywords: 'cart',
  },
  orders: {
    path: '/orders',
    isPrivate: true,
    title: 'Your orders',
    description: 'The orders that this browser has placed.',
    keywords: 'orders',
  },
  checkout: {
    path: '/checkout',
    isPrivate: true,
    title: 'Checkout',
    description: 'Tell us where to deliver your perfumes.',
    keywords: 'checkout',
  },
  offline: {
    path: '/offline',
    isPrivate: true,
    title: 'No connection',
    description: 'What works without a connection.',
    keywords: 'offline',
  },
} as const

/** What the contact page says of itself where some day has hours. */
export const contactDescription = (hours: string) =>
  headCopy.contact.description.replace('WhatsApp.', `WhatsApp, ${hours}.`)
