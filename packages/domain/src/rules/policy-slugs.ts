/** The policies that have a page. Apart from their drafts, which would else be part of the storefront's first script. */
export const policySlugs = ['delivery', 'returns', 'privacy'] as const
