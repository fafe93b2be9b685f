/** The products in the hero: the most expensive ones, because the newest are the featured ones. */
export const heroQuery = { sort: 'price-high', page: 1, limit: 3 } as const
