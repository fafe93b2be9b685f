import { trpc } from '@marashi/api-client/trpc'
import type { SettingKey } from '@marashi/domain/rules/settings/groups'
import { noticesCopy } from '../../copy/notices.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

/** Saves one setting as it was read; afterwards the screen shows what is stored, also after a refusal. */
export function useSetting(key: SettingKey) {
  const { settings } = trpc.useUtils().admin
  const notifyFailure = useNotifyFailure()
  const saving = trpc.admin.settings.save.useMutation({
    onSuccess: () => notifySuccess(noticesCopy.saved),
    onError: (error) => notifyFailure(error, noticesCopy.notSaved),
    onSettled: () => settings.invalidate(),
  })
  return {
    save: (value: Parameters<typeof saving.mutate>[0]['value'], version: number) => {
      if (!saving.isPending) saving.mutate({ key, value, version })
    },
    isSaving: saving.isPending,
    /** What is being saved: the screen shows it at once. */
    pending: saving.isPending ? saving.variables?.value : undefined,
  }
}
