import { trpc } from '@marashi/api-client/trpc'
import { shellCopy } from '../../copy/shell.ts'
import { notifySuccess } from '../notify/notify.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'

/** Logs out every browser but this one and says how many there were. */
export function useEndOtherSessions() {
  const notifyFailure = useNotifyFailure()
  const mutation = trpc.admin.session.endOthers.useMutation({
    onSuccess: ({ ended }) => notifySuccess(shellCopy.othersEnded(ended)),
    onError: (error) => notifyFailure(error, shellCopy.othersNotEnded),
  })
  return {
    endOtherSessions: () => {
      if (!mutation.isPending) mutation.mutate()
    },
    isEnding: mutation.isPending,
  }
}
