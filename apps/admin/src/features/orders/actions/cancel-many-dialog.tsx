import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { cancelManyInput } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ordersCopy } from '../../../copy/orders.ts'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { useSave } from '../../../lib/forms/use-save.ts'
import { notifyError } from '../../../lib/notify/notify.ts'
import { CancelReason, Restock } from './cancel-fields.tsx'
import { canBeCancelledTogether, leftAlone, outcomeOf } from './cancelled-together.ts'

const copy = ordersCopy.cancellingMany
const cancelForm = cancelManyInput.pick({ reason: true, restock: true })

/**
 * Cancels those of the orders that can be cancelled together, for one reason. The same form may be sent again after its answer
 * was lost: what it has cancelled is answered so.
 */
export function CancelManyDialog({
  orders,
  onClose,
  onCancelled,
}: {
  orders: readonly AdminOrder[]
  onClose: () => void
  /** Hears the ids of those that were cancelled; who was refused is to be tried again. */
  onCancelled: (ids: readonly string[]) => void
}) {
  const utils = trpc.useUtils()
  const chosen = orders.filter(canBeCancelledTogether)
  const form = useForm<z.input<typeof cancelForm>, unknown, z.output<typeof cancelForm>>({
    resolver: zodResolver(cancelForm),
    defaultValues: { reason: '', restock: true },
  })
  const { errors, isDirty } = form.formState
  const { submit, isBusy, problem } = useSave({
    form,
    save: async (fields) => {
      const answer = await utils.client.admin.orders.cancelMany.mutate({
        orders: chosen.map(({ id, updatedAt }) => ({ id, updatedAt })),
        ...fields,
      })
      await utils.admin.invalidate()
      onCancelled(answer.results.filter(({ order }) => order).map(({ id }) => id))
      const { done, refused } = outcomeOf(answer, chosen)
      if (!refused) return done
      notifyError(`${done}. ${refused}`)
      return undefined
    },
    failed: copy.failed,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={copy.title(chosen.length)}
      description={[copy.text, leftAlone(orders)].filter(Boolean).join(' ')}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={copy.title(chosen.length)}
      busyLabel={ordersCopy.sheet.cancelling.busy}
      cancelLabel={copy.keep}
      problem={problem}
    >
      <CancelReason hint={copy.reasonHint} error={errors.reason?.message} {...form.register('reason')} />
      <Restock {...form.register('restock')} />
    </FormDialog>
  )
}
