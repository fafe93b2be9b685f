import { trpc } from '@marashi/api-client/trpc'
import { useState } from 'react'
import { notifySuccess } from '../notify/notify.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'

/**
 * The record that is about to be deleted, as it was read, and what follows from its mutation: a toast says how it ended, and
 * the question closes, after a refusal too. After a refusal the page is read again: the record may have been changed or
 * deleted meanwhile.
 */
export function useDeletion<Row>({
  refresh,
  deleted,
  failed,
}: {
  /** Invalidates the queries that show the record. */
  refresh: () => Promise<unknown>
  deleted: string
  failed: string
}) {
  const [leaving, ask] = useState<Row>()
  const notifyFailure = useNotifyFailure()
  const utils = trpc.useUtils()
  return {
    leaving,
    ask,
    outcome: {
      onSuccess: async () => {
        await refresh()
        notifySuccess(deleted)
      },
      onError: (error: unknown) => {
        notifyFailure(error, failed)
        void utils.invalidate()
      },
      onSettled: () => ask(undefined),
    },
  }
}
