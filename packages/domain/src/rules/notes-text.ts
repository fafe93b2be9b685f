/** The notes of a perfume as one line of text, as a cell of a file and the form of a product hold them. */

/** Notes with commas between them; a note that could be read as several, or as one in quotes, stands in quotes. */
export const notesText = (notes: readonly string[]): string =>
  notes.map((note) => (/[,;"]/.test(note) ? `"${note.replaceAll('"', '""')}"` : note)).join(', ')

/** A note in quotes up to its separator, in which two quotes stand for one, or whatever stands before the next separator. */
const oneNote = /\s*(?:"((?:[^"]|"")*)"\s*(?:[,;]|$)|([^,;]*)(?:[,;]|$))/y

/** The notes of a text that has commas or semicolons between them, as notesText writes it or a person types it. */
export function notesOf(text: string): string[] {
  const notes: string[] = []
  const reader = new RegExp(oneNote)
  while (reader.lastIndex < text.length) {
    const [, quoted, plain = ''] = reader.exec(text) ?? []
    notes.push((quoted?.replaceAll('""', '"') ?? plain).trim())
  }
  return notes.filter(Boolean)
}
