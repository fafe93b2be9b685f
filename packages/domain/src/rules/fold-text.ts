/** A search ignores accents and capitals. */

/** The text without case and accents, as the database's `shop_fold` writes it. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The folded words of a text, one space around each, so that a whole word is found by its spaces: " oud tausi ". */
export function spacedWords(text: string): string {
  return ` ${foldText(text)} `.replace(/[^\p{L}\p{N}]+/gu, ' ')
}
