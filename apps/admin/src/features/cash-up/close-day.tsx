import { trpc } from '@marashi/api-client/trpc'
import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiTime, weekdayOf } from '@marashi/domain/rules/nairobi-time'
import { Button } from '@marashi/ui/button'
import { CircleCheck } from 'lucide-react'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import styles from './money-card.module.css'

const copy = cashUpCopy.close

/** The owner is done with a day that is over, and says how much of it is still open. */
export function CloseDay({ cashUp, today }: { cashUp: CashUp; today: string }) {
  const { day, closed } = cashUp
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const close = trpc.admin.cashUp.close.useMutation({
    onSuccess: (answer) => {
      // The page may show another day by now.
      utils.admin.cashUp.day.setData({ day: answer.day }, answer)
      notifySuccess(copy.done(weekdayOf(answer.day)))
    },
    onError: (error) => notifyFailure(error, copy.failed),
  })
  if (closed) {
    return (
      <p className={styles.closed}>
        <CircleCheck size={20} aria-hidden="true" />
        {copy.closed(nairobiTime(closed.at), closed.openLines)}
      </p>
    )
  }
  if (day >= today) return <p className={styles.closed}>{copy.later}</p>
  return (
    <div className={styles.close}>
      <Button variant="outline" size="large" isWide isBusy={close.isPending} onClick={() => close.mutate({ day })}>
        {close.isPending ? copy.closing : copy.close(weekdayOf(day), cashUp.open.total)}
      </Button>
    </div>
  )
}
