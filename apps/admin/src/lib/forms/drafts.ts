import { askBeforeClosing } from './ask-before-closing.ts'

/**
 * What was typed about a record and not sent, by the record's id: closing it, or going to the next one, loses nothing, and the browser
 * asks before the tab is closed with it.
 */
const drafts = new Map<string, string>()
askBeforeClosing(() => drafts.size > 0)

export const draftOf = (id: string): string => drafts.get(id) ?? ''

/** Keeps what is typed; nothing where it is blank, or was sent. */
export function keepDraft(id: string, typed: string): void {
  if (typed.trim() === '') drafts.delete(id)
  else drafts.set(id, typed)
}
