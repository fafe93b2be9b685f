import { zodResolver } from '@hookform/resolvers/zod'
import { confirmationsPassword } from '@marashi/domain/contracts/admin-confirmations'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { PasswordField } from '../../../lib/forms/password-field.tsx'
import { useSave } from '../../../lib/forms/use-save.ts'

interface Words {
  title: string
  text: string
  submit: string
  busy: string
  done: string
  failed: string
}

/** Asks for the password before the secret addresses are shown or replaced: an open screen is not enough for either. */
export function PasswordDialog({
  words,
  send,
  onClose,
  isDangerous = false,
}: {
  words: Words
  send: (input: { password: string }) => Promise<void>
  onClose: () => void
  isDangerous?: boolean
}) {
  const form = useForm({ resolver: zodResolver(confirmationsPassword), defaultValues: { password: '' } })
  const { errors, isDirty } = form.formState
  const { submit, isBusy, problem } = useSave({
    form,
    save: async (input) => {
      await send(input)
      return words.done
    },
    failed: words.failed,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={words.title}
      description={words.text}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      isDangerous={isDangerous}
      submitLabel={words.submit}
      busyLabel={words.busy}
      problem={problem}
    >
      <PasswordField error={errors.password?.message} {...form.register('password')} />
    </FormDialog>
  )
}
