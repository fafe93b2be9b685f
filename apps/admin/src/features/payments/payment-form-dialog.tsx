import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type PaymentForm, paymentForm } from '@marashi/domain/contracts/admin-payments'
import { useForm } from 'react-hook-form'
import { paymentsCopy } from '../../copy/payments.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { sendOnce } from '../../lib/forms/send-once.ts'
import { useEdit } from '../../lib/forms/use-edit.ts'
import { useSave } from '../../lib/forms/use-save.ts'
import { fieldsOf, type PaymentFields } from './payment-fields.ts'
import { PaymentInputs } from './payment-inputs.tsx'
import type { ListedPayment } from './use-payment-list.ts'

const copy = paymentsCopy.form

/** Enters a payment, or edits `payment`. */
export function PaymentFormDialog({
  payment,
  onClose,
  onReload,
}: {
  payment?: ListedPayment | undefined
  onClose: () => void
  onReload: () => void
}) {
  const form = useForm<PaymentFields, unknown, PaymentForm>({
    resolver: zodResolver(paymentForm),
    defaultValues: fieldsOf(payment),
  })
  const { errors, isDirty } = form.formState
  const utils = trpc.useUtils()
  const { create, update } = utils.client.admin.payments
  const saveEdit = useEdit(update.mutate)
  const { submit, isBusy, problem, isStale } = useSave({
    form,
    save: async (fields) => {
      // In an edit an empty box says that the reference is gone.
      const { transactionId = '' } = fields
      await (payment
        ? saveEdit({ ...fields, transactionId, id: payment.id, updatedAt: payment.updatedAt })
        : sendOnce('payment', (options) => create.mutate(fields, options)))
      await utils.admin.payments.invalidate()
      return payment ? paymentsCopy.updated : paymentsCopy.created
    },
    failed: payment ? paymentsCopy.failedUpdate : paymentsCopy.failedCreate,
    onDone: onClose,
  })

  return (
    <FormDialog
      title={payment ? copy.editTitle : copy.createTitle}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={payment ? copy.save : copy.create}
      busyLabel={copy.saving}
      problem={problem}
      onReload={isStale ? onReload : undefined}
    >
      <PaymentInputs register={form.register} control={form.control} errors={errors} />
    </FormDialog>
  )
}
