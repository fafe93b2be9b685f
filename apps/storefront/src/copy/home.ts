/** The home page. See docs/behaviour.md#home. */
export const homeCopy = {
  titleStart: 'Premium fragrances and',
  titleEnd: 'luxury scents',
  lead: 'Discover the finest collection of authentic fragrances and luxury scents.',
  shopCollection: 'Shop Collection',
  learnMore: 'Learn More',
  sellingPoints: [
    { title: 'Fast Delivery', detail: 'Nairobi CBD, Ksh 200' },
    { title: 'Authentic Scents', detail: 'Premium Fragrances' },
    { title: 'Easy Shopping', detail: 'No Account Required' },
  ],
  whyUs: 'Why shop with us',
  featured: 'Featured Collection',
} as const
