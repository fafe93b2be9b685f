import { failureOf, mayBeDone } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { SaveSetting } from '@marashi/domain/contracts/settings'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { noticesCopy } from '../../copy/notices.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

type Value = SaveSetting['value']

/**
 * Saves one setting of the notices over the version that the screen holds, or the one that was `read` before something was
 * typed over it; afterwards the screen shows what is stored, also after a refusal. What is saved meanwhile waits, and is saved
 * over the version that the first one has made. What was stored by a save whose answer was lost is the owner's own, and is saved over.
 */
export function useSetting(name: 'email' | 'push' | 'quietHours') {
  const { client, admin } = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const key = `notices.${name}` as const
  /** What was sent without an answer since the last one. */
  const unanswered = useRef<Value[]>([])

  async function send(value: Value, version: number) {
    try {
      const record = await client.admin.settings.save.mutate({ key, value, version })
      unanswered.current = []
      return record
    } catch (error) {
      if (mayBeDone(failureOf(error))) unanswered.current.push(value)
      throw error
    }
  }

  /** Saves over the owner's own value what is refused as stale. */
  async function sendOver(value: Value, version: number) {
    try {
      return await send(value, version)
    } catch (error) {
      if (failureOf(error).code !== 'STALE' || unanswered.current.length === 0) throw error
      const { notices } = await client.admin.settings.list.query()
      const stored = notices[name]
      const isOwn = unanswered.current.some((each) => JSON.stringify(each) === JSON.stringify(stored.value))
      if (!isOwn) throw error
      return await send(value, stored.version)
    }
  }

  const { mutateAsync, isPending } = useMutation({
    scope: { id: key },
    mutationFn: ({ value, read }: { value: Value; read?: number }) =>
      sendOver(value, read ?? admin.settings.list.getData()?.notices[name].version ?? 0),
    onSuccess: () => notifySuccess(noticesCopy.saved),
    onError: (error) => notifyFailure(error, noticesCopy.notSaved),
    onSettled: () => admin.settings.invalidate(),
  })
  return { save: mutateAsync, isSaving: isPending }
}
