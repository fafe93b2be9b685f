/** Text of a customer is stored exactly as written, or refused. */

// PostgreSQL cannot store NUL and half a character, and no form produces the other control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the refused characters is the point
const forbiddenCharacters = /[\0-\x08\v\f\x0E-\x1F\x7F\p{Surrogate}]/u

// Unicode's own line ends beside those of keyboards.
const beyondOneLine = /[\t\r\n\u0085\u2028\u2029]/

/** False where a field of one line, such as a name, would go on in a second one, or holds a tab. */
export function isOneLine(text: string): boolean {
  return !beyondOneLine.test(text)
}

/** False for NUL and other control characters (tab and line ends are fine) and for lone surrogates. */
export function isStorableText(text: string): boolean {
  return !forbiddenCharacters.test(text)
}
