import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type RefundForm, type RefundList, refundForm } from '@marashi/domain/contracts/admin-refunds'
import { formatKsh } from '@marashi/domain/rules/money'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Field, Input, TextArea } from '@marashi/ui/field'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { refundsCopy } from '../../copy/refunds.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { FormSelect } from '../../lib/forms/form-select.tsx'
import { PasswordField } from '../../lib/forms/password-field.tsx'
import { clearKey, keyFor } from '../../lib/forms/send-once.ts'
import { useSave } from '../../lib/forms/use-save.ts'
import type { ListedPayment } from './use-payment-list.ts'

const copy = refundsCopy.form
type Fields = z.input<typeof refundForm>

/**
 * Gives back what is left of a payment, or a part of it. Sent again after a lost answer it is the same refund, also where the
 * form was closed meanwhile: only a refund that stood in the list when the form was opened is another one.
 */
export function RefundFormDialog({
  payment,
  list: { refunds, left, provider },
  onClose,
}: {
  payment: ListedPayment
  list: RefundList
  onClose: () => void
}) {
  const what = `refund of ${payment.id}`
  const [requestId] = useState(() => keyFor(what, (key) => refunds.some(({ id }) => id === key)))
  const canAsk = provider !== null && provider.unavailable === null
  const form = useForm<Fields, unknown, RefundForm>({
    resolver: zodResolver(refundForm),
    defaultValues: {
      amount: left,
      way: canAsk ? 'provider' : 'manual',
      reason: '',
      restockNote: '',
      reference: '',
      password: '',
    },
  })
  const { errors, isDirty } = form.formState
  const [amount, way] = useWatch({ control: form.control, name: ['amount', 'way'] })
  const utils = trpc.useUtils()
  const { submit, isBusy, problem } = useSave({
    form,
    save: async ({ password, reference, ...fields }) => {
      try {
        const proof = fields.way === 'manual' ? { reference } : { password }
        const refund = await utils.client.admin.refunds.request.mutate({
          ...fields,
          ...proof,
          id: payment.id,
          requestId,
        })
        clearKey(what)
        return copy.done[refund.status]
      } finally {
        await Promise.all([
          utils.admin.refunds.invalidate(),
          utils.admin.payments.invalidate(),
          utils.admin.dashboard.invalidate(),
        ])
      }
    },
    failed: copy.failed,
    onDone: onClose,
  })
  const isPart = provider?.takes === 'whole-payment' && amount !== payment.amount

  return (
    <FormDialog
      title={copy.title(payment.orderNumber)}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={copy.submit}
      busyLabel={copy.busy}
      problem={problem}
    >
      <Field label={copy.amount} hint={shillingsHint(amount)} error={errors.amount?.message}>
        <Input inputMode="numeric" autoComplete="off" {...form.register('amount', { setValueAs: typedNumber })} />
      </Field>
      <Field
        label={copy.way}
        hint={provider?.unavailable ?? (way === 'provider' && isPart && copy.wholeOnly(provider.name))}
        error={errors.way?.message}
      >
        <FormSelect
          control={form.control}
          name="way"
          options={[
            ...(canAsk ? [{ value: 'provider', label: copy.ways.provider(provider.name) }] : []),
            { value: 'manual', label: copy.ways.manual },
          ]}
        />
      </Field>
      <Field label={copy.reason} hint={copy.reasonHint} error={errors.reason?.message}>
        <Input autoComplete="off" {...form.register('reason')} />
      </Field>
      <Field label={copy.restockNote} isOptional hint={copy.restockHint} error={errors.restockNote?.message}>
        <TextArea rows={2} {...form.register('restockNote')} />
      </Field>
      {way === 'manual' && (
        <Field label={copy.reference} isOptional error={errors.reference?.message}>
          <Input autoComplete="off" autoCapitalize="characters" {...form.register('reference')} />
        </Field>
      )}
      {way === 'provider' && provider?.asksForPassword && (
        <PasswordField error={errors.password?.message} {...form.register('password')} />
      )}
    </FormDialog>
  )
}

function shillingsHint(cents: number | null): string {
  return copy.inShillings(formatKsh(Number.isFinite(cents) ? (cents ?? 0) / 100 : 0))
}
