/** The shop greets a person by a name only, never by what somebody else would have them read or touch. */

/** A longer one is a sentence. */
const MOST = 40
// Letters of any script, with the marks of O'Neil, Wambui-Otieno and J. K. Mwangi; of spaces those inside a line.
// A letter has few marks in any of them: what has more is drawn over the lines around it.
const name = /^(?:\p{L}\p{M}{0,4}|[\p{Zs}'’.-])+$/u
// "-" is typed where a name is asked for, and some letters are drawn as nothing.
const visibleLetter = /(?!\p{Default_Ignorable_Code_Point})\p{L}/u
// Programs for e-mail make a link of it, however it is meant.
const address = /\.[\p{L}\p{M}]{2}/u

/**
 * The name that a message may greet by, undefined where what was typed cannot be one: whoever orders types the name and the address, and
 * would have the shop write to a stranger.
 */
export function greetableName(typed: string): string | undefined {
  const text = typed.trim()
  const isName = text.length <= MOST && name.test(text) && visibleLetter.test(text) && !address.test(text)
  return isName ? text : undefined
}
