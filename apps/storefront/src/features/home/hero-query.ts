/** The perfumes in the hero's niches: the shop's most precious ones, others than the featured. */
export const heroQuery = { sort: 'price-high', page: 1, limit: 3 } as const
