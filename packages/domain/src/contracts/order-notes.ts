import { z } from 'zod'
import { id, instant, requiredText } from './primitives.ts'

/** `cancellation`: the reason for which the order was cancelled. */
export const noteKinds = ['note', 'cancellation'] as const

/** What the administrator wrote about an order. Notes are only ever added. */
export const orderNote = z
  .object({ id: z.int(), kind: z.enum(noteKinds), text: z.string(), writtenBy: z.string(), writtenAt: instant })
  .meta({ id: 'OrderNote' })
export type OrderNote = z.infer<typeof orderNote>

export const noteText = requiredText(500, 'Please write a note')

/** `POST /api/admin/orders/{id}/notes` */
export const addNoteInput = z.strictObject({ id, text: noteText })
export type AddNote = z.infer<typeof addNoteInput>
