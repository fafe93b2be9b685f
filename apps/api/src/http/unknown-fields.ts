const MOST_NAMES = 5
const LONGEST_NAME = 40

/** What is said of fields or parameters that are not known: the first names, shortened, and how many there are beside them. */
export function unknownFields(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => JSON.stringify(shortened(name)))
  const more = names.length - shown.length
  return `Unrecognized ${names.length === 1 ? 'key' : 'keys'}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** A name as it can be shown: nobody needs 100 KB of it. */
export const shortened = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
