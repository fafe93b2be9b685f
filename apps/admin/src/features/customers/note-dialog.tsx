import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type Customer, type CustomerNote, customerNoteInput } from '@marashi/domain/contracts/admin-customers'
import { Field, TextArea } from '@marashi/ui/field'
import { useForm } from 'react-hook-form'
import { commonCopy } from '../../copy/common.ts'
import { customersCopy } from '../../copy/customers.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { useEditOver } from '../../lib/forms/use-edit.ts'
import { useSave } from '../../lib/forms/use-save.ts'

const noteForm = customerNoteInput.pick({ note: true })

/** What the owner notes of a customer; emptied, it is gone. */
export function NoteDialog({
  customer: { id, name, note },
  onClose,
  onReload,
}: {
  customer: Customer
  onClose: () => void
  onReload: () => void
}) {
  const utils = trpc.useUtils()
  const saveNote = useEditOver(utils.client.admin.customers.saveNote.mutate, overNote)
  const form = useForm({ resolver: zodResolver(noteForm), defaultValues: { note: note ?? '' } })
  const { errors, isDirty } = form.formState
  const { submit, isBusy, problem, isStale } = useSave({
    form,
    save: async (fields) => {
      await saveNote({ id, ...fields, noteBefore: note })
      await utils.admin.customers.invalidate()
      return customersCopy.noteSaved
    },
    failed: customersCopy.noteFailed,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={customersCopy.noteTitle(name)}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={customersCopy.save}
      busyLabel={commonCopy.saving}
      problem={problem}
      onReload={isStale ? onReload : undefined}
    >
      <Field label={customersCopy.noteLabel} hint={customersCopy.noteHint} error={errors.note?.message}>
        <TextArea rows={4} {...form.register('note')} />
      </Field>
    </FormDialog>
  )
}

const overNote = (edit: CustomerNote, { note: noteBefore }: Customer): CustomerNote => ({ ...edit, noteBefore })
