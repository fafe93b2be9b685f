/** We shelve a perfume under men or women only when its own words say so; everything else suits everyone. */

export const audiences = ['men', 'women', 'unisex'] as const
export type Audience = (typeof audiences)[number]

/**
 * Guesses whom a perfume is for from its whole words: first the category speaks, then the name, then the description.
 * A text that speaks of both, or says unisex, means unisex; so does silence everywhere (specification §9, decisions 11).
 */
export function guessAudience(product: { category: string; name: string; description: string }): Audience {
  return (
    audienceNamedIn(product.category) ??
    audienceNamedIn(product.name) ??
    audienceNamedIn(product.description) ??
    'unisex'
  )
}

// Marked as pure, so that a page which only lists the audiences does without them.
// Whole words only: "women", "moment" and "recommended" all contain "men". The possessive may lack its apostrophe.
const women = /* @__PURE__ */ wholeWord(`(?:women(?:['’]?s)?|femme|feminine)`)
const men = /* @__PURE__ */ wholeWord(`(?:men(?:['’]?s)?|homme|masculine)`)
const unisex = /* @__PURE__ */ wholeWord('unisex')

function wholeWord(pattern: string) {
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu')
}

function audienceNamedIn(text: string): Audience | null {
  const forWomen = women.test(text)
  const forMen = men.test(text)
  if (unisex.test(text) || (forWomen && forMen)) return 'unisex'
  if (forWomen) return 'women'
  return forMen ? 'men' : null
}
