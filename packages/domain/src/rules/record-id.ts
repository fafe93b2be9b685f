/** The id of every stored record is a UUID; an address or a search box may hold any other text. */

/** One id as a regular expression without its ends, for the path of a route. Case does not count. */
export const idSegment = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}'

const wholeId = new RegExp(`^${idSegment}$`)

/** Whether a text can be the id of a record. */
export const isId = (text: string): boolean => wholeId.test(text)

/** The one spelling of an id that may be written in capitals; any other text stays as it is. */
export const idAsStored = (text: string): string => (isId(text) ? text.toLowerCase() : text)
