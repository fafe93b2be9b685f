import type { PaymentForm } from '@marashi/domain/contracts/admin-payments'
import { paymentMethods } from '@marashi/domain/contracts/payment-methods'
import { formatKsh } from '@marashi/domain/rules/money'
import { paymentStatuses } from '@marashi/domain/rules/payment-status'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Field, Input, Select } from '@marashi/ui/field'
import { type Control, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form'
import { paymentsCopy } from '../../copy/payments.ts'
import { statusCopy } from '../../copy/statuses.ts'
import type { PaymentFields } from './payment-fields.ts'
import styles from './payment-inputs.module.css'

const copy = paymentsCopy.form

/** The inputs of the payment form. Amounts are cents; a hint shows them in shillings. */
export function PaymentInputs({
  register,
  control,
  errors,
}: {
  register: UseFormRegister<PaymentFields>
  control: Control<PaymentFields, unknown, PaymentForm>
  errors: FieldErrors<PaymentFields>
}) {
  const [amount, fee] = useWatch({ control, name: ['amount', 'processingFee'] })
  return (
    <>
      <Field label={copy.orderId} hint={copy.orderIdHint} error={errors.orderId?.message}>
        <Input autoComplete="off" autoCapitalize="characters" {...register('orderId')} />
      </Field>
      <div className={styles.pair}>
        <Field label={copy.method} error={errors.paymentMethod?.message}>
          <Select {...register('paymentMethod')}>
            {paymentMethods.map((method) => (
              <option key={method} value={method}>
                {paymentsCopy.methods[method]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={copy.status} error={errors.status?.message}>
          <Select {...register('status')}>
            {paymentStatuses.map((status) => (
              <option key={status} value={status}>
                {statusCopy[status]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={copy.amount} hint={shillingsHint(amount)} error={errors.amount?.message}>
          <Input inputMode="numeric" autoComplete="off" {...register('amount', { setValueAs: typedNumber })} />
        </Field>
        <Field label={copy.fee} isOptional hint={shillingsHint(fee)} error={errors.processingFee?.message}>
          <Input inputMode="numeric" autoComplete="off" {...register('processingFee', { setValueAs: typedNumber })} />
        </Field>
      </div>
      <Field label={copy.transactionId} isOptional error={errors.transactionId?.message}>
        <Input autoComplete="off" {...register('transactionId')} />
      </Field>
    </>
  )
}

function shillingsHint(cents: number | null | undefined): string {
  return copy.inShillings(formatKsh(Number.isFinite(cents) ? (cents ?? 0) / 100 : 0))
}
