import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type PaymentForm, paymentForm } from '@marashi/domain/contracts/admin-payments'
import { paymentMethods } from '@marashi/domain/contracts/payment-methods'
import { formatKsh } from '@marashi/domain/rules/money'
import { paymentStatuses } from '@marashi/domain/rules/settlement'
import { Field, Input, Select } from '@marashi/ui/field'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { paymentsCopy } from '../../copy/payments.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { typedCents } from '../../lib/forms/cents.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.ts'
import styles from './payment-form-dialog.module.css'
import type { ListedPayment } from './use-payment-list.ts'

const copy = paymentsCopy.form
type Fields = z.input<typeof paymentForm>

/** Enters a payment, or edits `payment`. Amounts are cents; a hint shows them in shillings. */
export function PaymentFormDialog({
  payment,
  onClose,
  onReload,
}: {
  payment?: ListedPayment | undefined
  onClose: () => void
  onReload: () => void
}) {
  const form = useForm<Fields, unknown, PaymentForm>({
    resolver: zodResolver(paymentForm),
    defaultValues: fieldsOf(payment),
  })
  const { errors, isDirty } = form.formState
  const [amount, fee] = useWatch({ control: form.control, name: ['amount', 'processingFee'] })
  const utils = trpc.useUtils()
  const { submit, isBusy, problem, isStale } = useSave({
    form,
    save: async (fields) => {
      const { create, update } = utils.client.admin.payments
      await (payment
        ? update.mutate({ ...fields, id: payment.id, updatedAt: payment.updatedAt })
        : create.mutate(fields))
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
      <Field label={copy.orderId} hint={copy.orderIdHint} error={errors.orderId?.message}>
        <Input autoComplete="off" autoCapitalize="characters" {...form.register('orderId')} />
      </Field>
      <div className={styles.pair}>
        <Field label={copy.method} error={errors.paymentMethod?.message}>
          <Select {...form.register('paymentMethod')}>
            {paymentMethods.map((method) => (
              <option key={method} value={method}>
                {paymentsCopy.methods[method]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={copy.status} error={errors.status?.message}>
          <Select {...form.register('status')}>
            {paymentStatuses.map((status) => (
              <option key={status} value={status}>
                {statusCopy[status]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={copy.amount} hint={shillingsHint(amount)} error={errors.amount?.message}>
          <Input inputMode="numeric" autoComplete="off" {...form.register('amount', { setValueAs: typedCents })} />
        </Field>
        <Field label={copy.fee} isOptional hint={shillingsHint(fee)} error={errors.processingFee?.message}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            {...form.register('processingFee', { setValueAs: typedCents })}
          />
        </Field>
      </div>
      <Field label={copy.transactionId} isOptional error={errors.transactionId?.message}>
        <Input autoComplete="off" {...form.register('transactionId')} />
      </Field>
    </FormDialog>
  )
}

/** The Transaction ID field starts with the receipt number (docs/behaviour.md#payments-by-hand). */
function fieldsOf(payment: ListedPayment | undefined): Fields {
  if (!payment) {
    return {
      orderId: '',
      paymentMethod: 'stripe',
      amount: 0,
      status: 'pending',
      transactionId: '',
      processingFee: null,
    }
  }
  const { orderNumber, paymentMethod, amount, status, receipt_number, processingFee } = payment
  return { orderId: orderNumber, paymentMethod, amount, status, transactionId: receipt_number ?? '', processingFee }
}

function shillingsHint(cents: number | null | undefined): string {
  return copy.inShillings(formatKsh(Number.isFinite(cents) ? (cents ?? 0) / 100 : 0))
}
