import { Button } from '@marashi/ui/button'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { resendDueAfterMs } from './mpesa-wait.ts'
import { useCountdown } from './use-countdown.ts'

/**
 * Sends the prompt again as soon as the shop allows it, and counts down until then. A screen reader reads no seconds.
 */
export function ResendButton({
  since,
  isBusy,
  isSending,
  onResend,
}: {
  since: number
  isBusy: boolean
  isSending: boolean
  onResend: () => void
}) {
  const seconds = useCountdown(since + resendDueAfterMs, 1_000)
  return (
    <Button variant={seconds === 0 ? 'primary' : 'outline'} isBusy={isBusy || seconds > 0} onClick={onResend}>
      <span>{isSending ? mpesaCopy.resending : mpesaCopy.resend}</span>
      {seconds > 0 && <span aria-hidden="true">{mpesaCopy.resendIn(seconds)}</span>}
    </Button>
  )
}
