import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type ConfirmationAddresses, confirmationsPassword } from '@marashi/domain/contracts/admin-confirmations'
import { useForm } from 'react-hook-form'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { PasswordField } from '../../../lib/forms/password-field.tsx'
import { useSave } from '../../../lib/forms/use-save.ts'

const copy = cashUpCopy.addresses

/** Asks for the password before the secret addresses are shown: an open screen is not enough for what is believed as money. */
export function RevealDialog({
  onShown,
  onClose,
}: {
  onShown: (addresses: ConfirmationAddresses) => void
  onClose: () => void
}) {
  const utils = trpc.useUtils()
  const form = useForm({ resolver: zodResolver(confirmationsPassword), defaultValues: { password: '' } })
  const { errors, isDirty } = form.formState
  const { submit, isBusy, problem } = useSave({
    form,
    save: async (input) => {
      onShown(await utils.client.admin.confirmations.reveal.mutate(input))
      return copy.revealed
    },
    failed: copy.failedReveal,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={copy.revealTitle}
      description={copy.revealText}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={copy.reveal}
      busyLabel={copy.revealing}
      problem={problem}
    >
      <PasswordField error={errors.password?.message} {...form.register('password')} />
    </FormDialog>
  )
}
