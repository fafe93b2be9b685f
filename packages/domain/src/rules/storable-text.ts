/** Text of a customer is stored exactly as written, or refused. */

// PostgreSQL cannot store NUL, and no form produces the other control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the refused characters is the point
const forbiddenCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

/** False for NUL and other control characters (tab and line ends are fine) and for lone surrogates. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !forbiddenCharacters.test(text)
}
