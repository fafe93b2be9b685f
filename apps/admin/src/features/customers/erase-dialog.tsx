import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type Customer, eraseCustomerInput } from '@marashi/domain/contracts/admin-customers'
import { useForm } from 'react-hook-form'
import { customersCopy } from '../../copy/customers.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { PasswordField } from '../../lib/forms/password-field.tsx'
import { useSave } from '../../lib/forms/use-save.ts'

const eraseForm = eraseCustomerInput.pick({ password: true })

/** Asks for the password before a customer's data are taken out of the shop. */
export function EraseDialog({ customer: { id, name }, onClose }: { customer: Customer; onClose: () => void }) {
  const utils = trpc.useUtils()
  const form = useForm({ resolver: zodResolver(eraseForm), defaultValues: { password: '' } })
  const { errors, isDirty } = form.formState
  const { submit, isBusy, problem } = useSave({
    form,
    save: async ({ password }) => {
      const { orders } = await utils.client.admin.customers.erase.mutate({ id, password })
      await utils.admin.invalidate()
      return customersCopy.erased(orders)
    },
    failed: customersCopy.eraseFailed,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={customersCopy.eraseTitle(name)}
      description={customersCopy.eraseText}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      isDangerous
      submitLabel={customersCopy.eraseSubmit}
      busyLabel={customersCopy.erasing}
      problem={problem}
    >
      <PasswordField error={errors.password?.message} {...form.register('password')} />
    </FormDialog>
  )
}
