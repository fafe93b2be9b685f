import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { cancelOrderInput } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { Field } from '@marashi/ui/field'
import type { SubmitEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ordersCopy } from '../../../copy/orders.ts'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { FormSelect } from '../../../lib/forms/form-select.tsx'
import { PasswordField } from '../../../lib/forms/password-field.tsx'
import { useSave } from '../../../lib/forms/use-save.ts'
import { notifyError } from '../../../lib/notify/notify.ts'
import styles from './cancel-dialog.module.css'
import { CancelReason, Restock } from './cancel-fields.tsx'
import { useRefundWays } from './use-refund-ways.ts'

const copy = ordersCopy.sheet.cancelling
const cancelForm = cancelOrderInput.pick({ reason: true, restock: true, refund: true, password: true })
type Fields = z.input<typeof cancelForm>

/**
 * Cancels an order for a reason, as it was when the form was opened: `onReload` shows it as it is now. Where money has come it
 * asks what becomes of it.
 */
export function CancelDialog({
  order,
  payments,
  onClose,
  onReload,
}: {
  order: AdminOrder
  payments: readonly Pick<PaymentRecord, 'id' | 'status'>[]
  onClose: () => void
  onReload: () => void
}) {
  const utils = trpc.useUtils()
  const money = useRefundWays(payments)
  const { refunds } = money
  const form = useForm<Fields, unknown, z.output<typeof cancelForm>>({
    resolver: zodResolver(cancelForm),
    defaultValues: { reason: '', restock: true, refund: 'none', password: '' },
  })
  const { errors, isDirty } = form.formState
  const refund = useWatch({ control: form.control, name: 'refund' })
  const { submit, isBusy, problem, isStale, dismiss } = useSave({
    form,
    save: async (fields) => {
      const answer = await utils.client.admin.orders.cancel.mutate({
        id: order.id,
        updatedAt: order.updatedAt,
        money: money.read,
        ...fields,
      })
      await utils.admin.invalidate()
      if (answer.problem === null) return copy.cancelled(order.orderNumber)
      notifyError(copy.notRefunded(answer.problem))
      // A message of success would take the place of this one.
      return undefined
    },
    failed: copy.failed,
    onDone: onClose,
  })
  function reload() {
    dismiss()
    onReload()
    void utils.admin.refunds.invalidate()
  }
  function readAgain(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    reload()
  }
  return (
    <FormDialog
      title={copy.title(order.orderNumber)}
      description={copy.text(order.customerName)}
      onClose={onClose}
      // What has not been read has not been shown.
      onSubmit={money.hasFailed ? readAgain : form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      isWaiting={!money.read && !money.hasFailed}
      submitLabel={money.hasFailed ? copy.readAgain : copy.submit}
      busyLabel={isBusy ? copy.busy : copy.reading}
      cancelLabel={copy.keep}
      problem={money.hasFailed ? copy.notRead : problem}
      onReload={isStale ? reload : undefined}
    >
      <CancelReason hint={copy.reasonHint} error={errors.reason?.message} {...form.register('reason')} />
      {money.hasCome && (
        <Field label={copy.money} hint={refunds?.hint} error={errors.refund?.message}>
          <FormSelect
            control={form.control}
            name="refund"
            options={refunds?.ways.map((way) => ({ value: way, label: copy.ways[way](refunds.providers) })) ?? []}
            empty={refunds ? undefined : copy.unread}
          />
        </Field>
      )}
      {refund === 'provider' && refunds?.asksForPassword && (
        <PasswordField error={errors.password?.message} {...form.register('password')} />
      )}
      <Restock {...form.register('restock')} />
      <p className={styles.quiet}>{copy.afterwards}</p>
    </FormDialog>
  )
}
