import { trpc } from '@marashi/api-client/trpc'
import type { SaveSetting, SettingRecord } from '@marashi/domain/contracts/settings'
import { useMutation } from '@tanstack/react-query'
import { noticesCopy } from '../../copy/notices.ts'
import { useEditOver } from '../../lib/forms/use-edit.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

/**
 * Saves one setting of the notices over the version that the screen holds, or the one that was `read` before something was
 * typed over it; afterwards the screen shows what is stored, also after a refusal. What is saved meanwhile waits, and is saved
 * over the version that the first one has made.
 */
export function useSaveNoticeSetting(name: 'email' | 'push' | 'quietHours') {
  const { client, admin } = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const key = `notices.${name}` as const
  const saveOver = useEditOver(client.admin.settings.save.mutate, overSetting)
  const { mutateAsync, isPending } = useMutation({
    scope: { id: key },
    mutationFn: ({ value, read }: { value: SaveSetting['value']; read?: number }) =>
      saveOver({ key, value, version: read ?? admin.settings.list.getData()?.notices[name].version ?? 0 }),
    onSuccess: () => notifySuccess(noticesCopy.saved),
    onError: (error) => notifyFailure(error, noticesCopy.notSaved),
    onSettled: () => admin.settings.invalidate(),
  })
  return { save: mutateAsync, isSaving: isPending }
}

const overSetting = (edit: SaveSetting, { version }: SettingRecord): SaveSetting => ({ ...edit, version })
