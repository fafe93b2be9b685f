import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { noteText, type OrderNote } from '@marashi/domain/contracts/order-notes'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { commonCopy } from '../../../copy/common.ts'
import { ordersCopy } from '../../../copy/orders.ts'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import { draftOf, keepDraft } from '../../../lib/forms/drafts.ts'
import { sendOnce } from '../../../lib/forms/send-once.ts'
import { useSave } from '../../../lib/forms/use-save.ts'
import styles from './order-notes.module.css'
import { SheetSection } from './sheet-section.tsx'

const copy = ordersCopy.sheet
const noteForm = z.object({ text: noteText })

/** What was written about an order, newest first, and a line to write more. Nothing is ever changed. */
export function OrderNotes({ orderId, notes }: { orderId: string; notes: readonly OrderNote[] }) {
  const utils = trpc.useUtils()
  const form = useForm({ resolver: zodResolver(noteForm), defaultValues: { text: draftOf(orderId) } })
  const sent = useRef<string>(undefined)
  const { submit, isBusy } = useSave({
    form,
    save: async ({ text }) => {
      sent.current = draftOf(orderId)
      const { addNote } = utils.client.admin.orders
      await sendOnce(`note of ${orderId}`, (options) => addNote.mutate({ id: orderId, text }, options))
      await utils.admin.orders.history.invalidate({ id: orderId })
      return copy.noteSaved
    },
    failed: copy.failedNote,
    onDone: () => {
      // What was typed since is the next note.
      if (draftOf(orderId) !== sent.current) return
      keepDraft(orderId, '')
      form.reset({ text: '' })
    },
  })
  return (
    <SheetSection title={copy.notes}>
      <form noValidate className={styles.form} onSubmit={form.handleSubmit(submit)}>
        <Field label={copy.addNote} error={form.formState.errors.text?.message}>
          <Input
            autoComplete="off"
            {...form.register('text', { onChange: ({ target }) => keepDraft(orderId, target.value) })}
          />
        </Field>
        <Button type="submit" variant="outline" isBusy={isBusy}>
          {isBusy ? commonCopy.saving : copy.saveNote}
        </Button>
      </form>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note.id} className={styles.note}>
            <p>{note.kind === 'cancellation' ? copy.cancelledBecause(note.text) : note.text}</p>
            <p className={styles.quiet}>
              <Timestamp at={note.writtenAt} /> · {copy.authors[note.writtenBy] ?? note.writtenBy}
            </p>
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}
