import { trpc } from '@marashi/api-client/trpc'
import type { SetAsideEvents } from '@marashi/domain/contracts/admin-webhook-events'
import { Button } from '@marashi/ui/button'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { ReasonDialog } from '../../lib/forms/reason-dialog.tsx'
import { notifyError, notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import panel from './attention-panel.module.css'
import styles from './set-aside-events.module.css'

const copy = dashboardCopy.attention.setAside

/** Messages of the gateways that the shop no longer tries by itself: how many, and a list with a way to try each again or to dismiss it. */
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
      {data && count > data.events.length && <p>{copy.more(count - data.events.length)}</p>}
      {data && <DismissedEvents events={data.dismissed} />}
    </details>
  )
}

function SetAsideEvent({ event }: { event: SetAsideEvents['events'][number] }) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const [isDismissing, setIsDismissing] = useState(false)
  const refresh = () =>
    Promise.all([
      utils.admin.webhookEvents.invalidate(),
      utils.admin.dashboard.invalidate(),
      utils.admin.payments.invalidate(),
    ])
  const retry = trpc.admin.webhookEvents.retry.useMutation({
    onSuccess: async ({ state }) => {
      await refresh()
      if (state === 'set-aside') notifyError(copy.again)
      else notifySuccess(copy.states[state])
    },
    onError: (problem) => notifyFailure(problem, copy.failed),
  })
  const from = copy.from[event.paymentMethod]
  const order = event.orderNumber ?? copy.unknownOrder
  return (
    <li className={styles.event}>
      <span className={panel.words}>
        {from}, {order}
        <span className={panel.aside}>
          <Timestamp at={event.receivedAt} />, {copy.attempts(event.attempts)}
        </span>
      </span>
      <span className={styles.actions}>
        <Button
          variant="outline"
          size="small"
          isBusy={retry.isPending}
          aria-label={copy.retryOne(from, order)}
          onClick={() => retry.mutate({ id: event.id })}
        >
          {retry.isPending ? copy.retrying : copy.retry}
        </Button>
        <Button
          variant="ghost"
          size="small"
          aria-label={copy.dismissOne(from, order)}
          onClick={() => setIsDismissing(true)}
        >
          {copy.dismiss}
        </Button>
      </span>
      {isDismissing && (
        <ReasonDialog
          title={copy.dismissTitle}
          description={copy.dismissText(from, order)}
          hint={copy.dismissHint}
          submitLabel={copy.dismiss}
          save={async (reason) => {
            const { state } = await utils.client.admin.webhookEvents.dismiss.mutate({ id: event.id, reason })
            await refresh()
            return copy.states[state === 'set-aside' ? 'waiting' : state]
          }}
          failed={copy.failedDismiss}
          onClose={() => setIsDismissing(false)}
        />
      )}
    </li>
  )
}

/** What was dismissed before, and why. */
function DismissedEvents({ events }: { events: SetAsideEvents['dismissed'] }) {
  if (events.length === 0) return null
  return (
    <details className={styles.dismissed}>
      <summary>{copy.dismissed(events.length)}</summary>
      <ul>
        {events.map(({ id, paymentMethod, orderNumber, dismissedAt, reason }) => (
          <li key={id} className={styles.event}>
            <span className={panel.words}>
              {copy.from[paymentMethod]}, {orderNumber ?? copy.unknownOrder}
              <span className={panel.aside}>
                <Timestamp at={dismissedAt} />: {reason}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
