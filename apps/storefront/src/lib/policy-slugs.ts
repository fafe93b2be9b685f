/** The pages of the shop's policies. A list of its own: the domain's would bring the drafts into the first script. */
export const policySlugs = ['delivery', 'returns', 'privacy'] as const
