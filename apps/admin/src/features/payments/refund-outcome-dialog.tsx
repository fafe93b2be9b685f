import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type RefundRecord, type ResolveRefund, resolveRefundInput } from '@marashi/domain/contracts/admin-refunds'
import { Field, Input, Select } from '@marashi/ui/field'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { refundsCopy } from '../../copy/refunds.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.ts'

/** The administrator says what the provider's statement says of a refund whose answer was lost, or gives up one that was not sent. */
export function RefundOutcomeDialog({ refund, onClose }: { refund: RefundRecord; onClose: () => void }) {
  const isUnsent = refund.status === 'requested'
  const copy = isUnsent ? refundsCopy.giveUp : refundsCopy.decide
  const form = useForm<ResolveRefund>({
    resolver: zodResolver(resolveRefundInput),
    defaultValues: { id: refund.id, outcome: isUnsent ? 'failed' : 'succeeded', reason: '' },
  })
  const { errors, isDirty } = form.formState
  const utils = trpc.useUtils()
  const { submit, isBusy, problem } = useSave({
    form,
    save: async (input) => {
      await utils.client.admin.refunds.resolve.mutate(input)
      await Promise.all([utils.admin.refunds.invalidate(), utils.admin.payments.invalidate()])
      return copy.done
    },
    failed: copy.failed,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={copy.title}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={copy.submit}
      busyLabel={copy.busy}
      problem={problem}
    >
      {isUnsent ? <p>{refundsCopy.giveUp.explained}</p> : <Outcome form={form} />}
      <Field label={copy.reason} error={errors.reason?.message}>
        <Input autoComplete="off" {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

function Outcome({ form }: { form: UseFormReturn<ResolveRefund> }) {
  const copy = refundsCopy.decide
  return (
    <Field label={copy.outcome} error={form.formState.errors.outcome?.message}>
      <Select {...form.register('outcome')}>
        <option value="succeeded">{copy.outcomes.succeeded}</option>
        <option value="failed">{copy.outcomes.failed}</option>
      </Select>
    </Field>
  )
}
