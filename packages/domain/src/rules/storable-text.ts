/** Text of a customer is stored exactly as written, or refused. */

// PostgreSQL cannot store NUL and half a character, and no form produces the other control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the refused characters is the point
const forbiddenCharacters = /[\0-\x08\v\f\x0E-\x1F\x7F\p{Surrogate}]/u

/** False for NUL and other control characters (tab and line ends are fine) and for lone surrogates. */
export function isStorableText(text: string): boolean {
  return !forbiddenCharacters.test(text)
}
