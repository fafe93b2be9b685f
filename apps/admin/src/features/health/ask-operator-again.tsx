import { trpc } from '@marashi/api-client/trpc'
import type { AskOperatorAgain as Input } from '@marashi/domain/contracts/admin-health'
import { Button } from '@marashi/ui/button'
import { healthCopy } from '../../copy/health.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

const copy = healthCopy.operator

/** The owner has put the operator right on the gateway's own pages. */
export function AskOperatorAgain({ paymentMethod }: Input) {
  const notifyFailure = useNotifyFailure()
  const ask = trpc.admin.health.askOperatorAgain.useMutation({
    onSuccess: () => notifySuccess(copy.asked),
    onError: (error) => notifyFailure(error, copy.failed),
  })
  return (
    <div>
      <Button variant="outline" isBusy={ask.isPending} onClick={() => ask.mutate({ paymentMethod })}>
        {copy.askAgain}
      </Button>
    </div>
  )
}
