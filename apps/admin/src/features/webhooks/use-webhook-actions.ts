import { trpc } from '@marashi/api-client/trpc'
import type { WebhookEndpoint } from '@marashi/domain/contracts/admin-webhooks'
import { toast } from '@marashi/ui/toast'
import { commonCopy } from '../../copy/common.ts'
import { webhooksCopy as copy } from '../../copy/webhooks.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

/** What one press does: a test, whose answer a toast tells, and the pause. */
export function useWebhookActions({ id, url, types, pausedAt, updatedAt }: WebhookEndpoint) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const refresh = () => utils.admin.webhooks.invalidate()
  const testing = trpc.admin.webhooks.test.useMutation({
    onSuccess: ({ problem, durationMs }) => {
      if (problem === null) notifySuccess(copy.testTaken(durationMs ?? 0))
      else toast({ variant: 'destructive', title: commonCopy.error, description: copy.testRefused(problem) })
    },
    onError: (error) => notifyFailure(error, copy.failedTest),
    onSettled: refresh,
  })
  const saving = trpc.admin.webhooks.save.useMutation({
    onSuccess: (saved) => notifySuccess(saved.pausedAt ? copy.pausedToast : copy.resumedToast),
    onError: (error) => notifyFailure(error, copy.failedSave),
    onSettled: refresh,
  })
  return {
    test: () => {
      if (!testing.isPending) testing.mutate({ id })
    },
    isTesting: testing.isPending,
    switchPause: () => saving.mutate({ id, url, types, isPaused: !pausedAt, updatedAt }),
    isSwitching: saving.isPending,
  }
}
