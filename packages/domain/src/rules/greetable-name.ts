/** The shop greets a person by a name only, never by what somebody else would have them read or touch. */

/** A longer one is a sentence. */
const MOST = 40
// Letters of any script, with the marks of O'Neil, Wambui-Otieno and J. K. Mwangi; of spaces those inside a line.
const name = /^[\p{L}\p{M}\p{Zs}'’.-]+$/u
// Programs for e-mail make a link of it, however it is meant.
const address = /\.[\p{L}\p{M}]{2}/u

/**
 * The name that an e-mail may greet by, undefined where what was typed cannot be one: whoever orders types the name and the address, and
 * would have the shop write to a stranger.
 */
export function greetableName(typed: string): string | undefined {
  const text = typed.trim()
  return text.length <= MOST && name.test(text) && !address.test(text) ? text : undefined
}
