/** A customer is called by the first name, and by a title with the name behind it: nobody is called "Mr". */

/** As people in Kenya write them before a name; a point and capitals count for nothing. */
const titles = new Set(
  'mr mrs ms miss mister madam sir dr doctor prof professor eng engineer adv hon rev reverend pastor pst father fr sister sr bishop sheikh ustadh mama baba mzee bi bibi bwana mwalimu'.split(
    ' ',
  ),
)

/** Of a name as it was typed, "Amina" or "Mr John"; empty where it is. */
export function firstName(typed: string): string {
  const words = typed.trim().split(/\s+/)
  const first = words.findIndex((word) => !titles.has(word.toLowerCase().replace(/\.$/, '')))
  return first === -1 ? words.join(' ') : words.slice(0, first + 1).join(' ')
}
