import { zodResolver } from '@hookform/resolvers/zod'
import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { confirmationsPassword } from '@marashi/domain/contracts/admin-confirmations'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { PasswordField } from '../../../lib/forms/password-field.tsx'
import { problemOf } from '../../../lib/forms/problem-of.ts'
import { notifySuccess } from '../../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../../lib/notify/use-notify-failure.ts'

const copy = cashUpCopy.addresses

/**
 * Tells M-Pesa the addresses; asks for the password, because they decide who may report money to the shop. What M-Pesa
 * says where it does not take them stays in the dialog.
 */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(confirmationsPassword), defaultValues: { password: '' } })
  const { errors, isDirty } = form.formState
  const [problem, setProblem] = useState<string>()
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const register = trpc.admin.confirmations.register.useMutation({
    onMutate: () => setProblem(undefined),
    onSuccess: (answer) => {
      utils.admin.confirmations.status.setData(undefined, answer)
      if (answer.state !== 'registered') return setProblem(answer.message ?? copy.failedRegister)
      notifySuccess(copy.done)
      onClose()
    },
    onError: (error) => {
      const { password } = failureOf(error).fields
      notifyFailure(error, copy.failedRegister)
      if (password) form.setError('password', { message: password }, { shouldFocus: true })
      else setProblem(problemOf(error))
    },
  })
  return (
    <FormDialog
      title={copy.registerTitle}
      description={copy.registerText}
      onClose={onClose}
      onSubmit={form.handleSubmit((input) => !register.isPending && register.mutate(input))}
      isDirty={isDirty}
      isBusy={register.isPending}
      submitLabel={copy.register}
      busyLabel={copy.busy}
      problem={problem}
    >
      <PasswordField error={errors.password?.message} {...form.register('password')} />
    </FormDialog>
  )
}
