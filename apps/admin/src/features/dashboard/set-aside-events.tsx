import { trpc } from '@marashi/api-client/trpc'
import type { SetAsideEvents } from '@marashi/domain/contracts/admin-webhook-events'
import { Button } from '@marashi/ui/button'
import { toast } from '@marashi/ui/toast'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { commonCopy } from '../../copy/common.ts'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import panel from './attention-panel.module.css'
import styles from './set-aside-events.module.css'

const copy = dashboardCopy.attention.setAside

/** Messages of the gateways that the shop no longer tries by itself: how many, and a list with a way to try each again. */
export function SetAsideEventList({ count }: { count: number }) {
  const { data, isError, refetch } = trpc.admin.webhookEvents.setAside.useQuery()
  return (
    <details>
      <summary className={`${panel.line} ${styles.summary}`}>
        <TriangleAlert size={20} aria-hidden="true" className={panel.alarm} />
        <span className={panel.words}>
          {copy.count(count)}
          <span className={panel.aside}>{copy.hint}</span>
        </span>
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      {isError && (
        <Button variant="outline" size="small" onClick={() => void refetch()}>
          {copy.reload}
        </Button>
      )}
      <ul>
        {data?.events.map((event) => (
          <SetAsideEvent key={event.id} event={event} />
        ))}
      </ul>
      {data && count > data.events.length && <p className={panel.more}>{copy.more(count - data.events.length)}</p>}
    </details>
  )
}

function SetAsideEvent({ event }: { event: SetAsideEvents['events'][number] }) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const retry = trpc.admin.webhookEvents.retry.useMutation({
    onSuccess: async ({ state }) => {
      await Promise.all([
        utils.admin.webhookEvents.invalidate(),
        utils.admin.dashboard.invalidate(),
        utils.admin.payments.invalidate(),
      ])
      if (state === 'set-aside') toast({ variant: 'destructive', title: commonCopy.error, description: copy.again })
      else notifySuccess(copy.states[state])
    },
    onError: (problem) => notifyFailure(problem, copy.failed),
  })
  const order = event.orderNumber ?? copy.unknownOrder
  return (
    <li className={styles.event}>
      <span className={panel.words}>
        {copy.from[event.paymentMethod]}, {order}
        <span className={panel.aside}>
          <Timestamp at={event.receivedAt} />, {copy.attempts(event.attempts)}
        </span>
      </span>
      <Button
        variant="outline"
        size="small"
        isBusy={retry.isPending}
        aria-label={copy.retryOne(copy.from[event.paymentMethod], order)}
        onClick={() => retry.mutate({ id: event.id })}
      >
        {retry.isPending ? copy.retrying : copy.retry}
      </Button>
    </li>
  )
}
