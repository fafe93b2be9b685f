import { trpc } from '@marashi/api-client/trpc'
import type { SaveSetting } from '@marashi/domain/contracts/settings'
import { useMutation } from '@tanstack/react-query'
import { noticesCopy } from '../../copy/notices.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

/**
 * Saves one setting of the notices over the version that the screen holds, or the one that was `read` before something was
 * typed over it; afterwards the screen shows what is stored, also after a refusal. What is saved meanwhile waits, and is saved
 * over the version that the first one has made.
 */
export function useSetting(name: 'email' | 'push' | 'quietHours') {
  const { client, admin } = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const key = `notices.${name}` as const
  const { mutateAsync, isPending } = useMutation({
    scope: { id: key },
    mutationFn: ({ value, read }: { value: SaveSetting['value']; read?: number }) => {
      const version = read ?? admin.settings.list.getData()?.notices[name].version ?? 0
      return client.admin.settings.save.mutate({ key, value, version })
    },
    onSuccess: () => notifySuccess(noticesCopy.saved),
    onError: (error) => notifyFailure(error, noticesCopy.notSaved),
    onSettled: () => admin.settings.invalidate(),
  })
  return { save: mutateAsync, isSaving: isPending }
}
