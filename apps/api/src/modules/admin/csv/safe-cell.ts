/** An amount as the shop writes it: a spreadsheet can only calculate with it. */
const plainNumber = /^-?\d+(\.\d+)?$/

/**
 * Where a spreadsheet may begin a cell, with what it skips there, before a sign that begins a formula (also the full-width
 * one that Japanese input writes). The text's own apostrophes get one more, so that the first one of each is always ours.
 */
const beginningsOfFormulas = /(^|[;,|\t\r\n\v\f])('*["\p{Zs}]*)(?=[=+\-@＝＋－＠])/gu

/**
 * A cell's text so that no spreadsheet runs it. Where semicolons separate (as in most of Europe), the quotes around a cell
 * in the middle of a line do not protect it: the text is cut at every semicolon and line break inside it, and each
 * piece is a cell. So an apostrophe goes before every sign that begins a formula, there too.
 */
export function safeCell(text: string): string {
  if (plainNumber.test(text)) return text
  const safe = text.replace(beginningsOfFormulas, "$1'$2")
  return /^'*[\t\r\n]/.test(safe) ? `'${safe}` : safe
}

const addedApostrophes = /(^|[;,|\t\r\n\v\f])'('*["\p{Zs}]*)(?=[=+\-@＝＋－＠])/gu

/** A cell of a file that the shop wrote, or that somebody protected in the same way, without the apostrophes. */
export const plainCell = (text: string): string =>
  text.replace(/^'(?='*[\t\r\n])/, '').replace(addedApostrophes, '$1$2')
