/** The home page. See docs/behaviour.md#home. */
export const homeCopy = {
  learnMore: 'Learn More',
  sellingPoints: [
    { title: 'Fast Delivery', detail: null },
    { title: 'Authentic Scents', detail: 'Premium Fragrances' },
    { title: 'Easy Shopping', detail: 'No Account Required' },
  ],
  nearest: (place: string, fee: string) => `${place}, ${fee}`,
  whyUs: 'Why shop with us',
  arches: 'Shop by scent',
  perfumes: (count: number) => (count === 1 ? '1 perfume' : `${count} perfumes`),
  featured: 'Featured Collection',
} as const
