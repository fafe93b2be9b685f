/** A perfume is for men or for women only when its own words say so; every other one is unisex. */

export const audiences = ['men', 'women', 'unisex'] as const
export type Audience = (typeof audiences)[number]

/**
 * Guesses whom a perfume is for by whole words, first in the category, then in the name, then in the description. A
 * text that names both, or unisex, means unisex, and so does a product without any of the words. See
 * docs/behaviour.md#audience.
 */
export function guessAudience(product: { category: string; name: string; description: string }): Audience {
  return (
    audienceNamedIn(product.category) ??
    audienceNamedIn(product.name) ??
    audienceNamedIn(product.description) ??
    'unisex'
  )
}

// Marked as pure, so that the bundle of a page that only lists the audiences leaves them out.
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
