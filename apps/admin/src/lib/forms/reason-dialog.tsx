import { zodResolver } from '@hookform/resolvers/zod'
import { requiredText } from '@marashi/domain/contracts/primitives'
import { Field, Input } from '@marashi/ui/field'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { commonCopy } from '../../copy/common.ts'
import { FormDialog } from './form-dialog.tsx'
import { useSave } from './use-save.ts'

const reasonForm = z.object({ reason: requiredText(200, 'Please give a reason') })

/** Asks for the reason of a decision, which stays beside what was decided. */
export function ReasonDialog({
  title,
  description,
  hint,
  submitLabel,
  save,
  failed,
  onClose,
}: {
  title: string
  description: string
  /** Reasons that are often right. */
  hint: string
  submitLabel: string
  /** Sends the decision, refreshes what shows it, and returns the success message. */
  save: (reason: string) => Promise<string>
  failed: string
  onClose: () => void
}) {
  const form = useForm({ resolver: zodResolver(reasonForm), defaultValues: { reason: '' } })
  const { errors, isDirty } = form.formState
  const { submit, isBusy, problem } = useSave({ form, save: ({ reason }) => save(reason), failed, onDone: onClose })
  return (
    <FormDialog
      title={title}
      description={description}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={submitLabel}
      busyLabel={commonCopy.saving}
      problem={problem}
    >
      <Field label={commonCopy.reason} hint={hint} error={errors.reason?.message}>
        <Input autoComplete="off" {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
