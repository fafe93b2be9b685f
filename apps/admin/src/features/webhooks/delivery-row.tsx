import { trpc } from '@marashi/api-client/trpc'
import type { WebhookDelivery } from '@marashi/domain/contracts/admin-webhooks'
import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { Badge, type BadgeTone } from '@marashi/ui/badge'
import { Button } from '@marashi/ui/button'
import { Check, Clock, TriangleAlert } from 'lucide-react'
import { webhooksCopy } from '../../copy/webhooks.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import styles from './deliveries-dialog.module.css'

const copy = webhooksCopy.log

const looks: Record<WebhookDelivery['state'], { tone: BadgeTone; icon: typeof Check }> = {
  delivered: { tone: 'green', icon: Check },
  waiting: { tone: 'orange', icon: Clock },
  failed: { tone: 'red', icon: TriangleAlert },
}

/** One delivery: what it tells of, how it went, and the way to send it again. */
export function DeliveryRow({ delivery, mayBeSent }: { delivery: WebhookDelivery; mayBeSent: boolean }) {
  const { id, type, state, status, problem, attempts, createdAt, nextAttemptAt, durationMs, body, answer } = delivery
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const send = trpc.admin.webhooks.sendAgain.useMutation({
    onSuccess: () => notifySuccess(copy.sentToast),
    onError: (error) => notifyFailure(error, copy.failedSend),
    onSettled: () => utils.admin.webhooks.invalidate(),
  })
  const { tone, icon: Icon } = looks[state]
  const name = webhooksCopy.typeOf(type)
  const isTest = type === 'webhook.test'
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <Badge tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
          {copy.states[state]}
        </Badge>
      </div>
      <p className={styles.facts}>
        <Timestamp at={createdAt} /> · {copy.attempts(attempts)}
        {status !== null && ` · ${status}`}
        {durationMs !== null && ` · ${durationMs} ms`}
        {state === 'waiting' && attempts > 0 && nextAttemptAt && (
          <>
            {' '}
            · {copy.next} <Timestamp at={nextAttemptAt} />
          </>
        )}
      </p>
      {problem && <p className={styles.problem}>{problem}</p>}
      <details className={styles.details}>
        <summary>{copy.details}</summary>
        <h4>{copy.body}</h4>
        <pre>{body}</pre>
        <h4>{copy.answer}</h4>
        <pre>{answer || copy.noAnswer}</pre>
      </details>
      {!isTest && mayBeSent && (
        <Button
          variant="outline"
          size="small"
          isBusy={send.isPending}
          aria-label={copy.sendAgainOf(name, nairobiTime(createdAt))}
          onClick={() => send.mutate({ id })}
        >
          {copy.sendAgain}
        </Button>
      )}
    </li>
  )
}
