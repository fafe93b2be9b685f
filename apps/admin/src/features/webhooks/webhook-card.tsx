import { shopNow } from '@marashi/api-client/shop-clock'
import type { WebhookEndpoint } from '@marashi/domain/contracts/admin-webhooks'
import { Badge, type BadgeTone } from '@marashi/ui/badge'
import { Button } from '@marashi/ui/button'
import { Check, Hourglass, Pause, TriangleAlert } from 'lucide-react'
import { webhooksCopy as copy } from '../../copy/webhooks.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { useWebhookActions } from './use-webhook-actions.ts'
import styles from './webhook-card.module.css'

const looks: Record<keyof typeof copy.states, { tone: BadgeTone; icon: typeof Check }> = {
  works: { tone: 'green', icon: Check },
  untried: { tone: 'grey', icon: Hourglass },
  silent: { tone: 'grey', icon: Hourglass },
  failing: { tone: 'orange', icon: TriangleAlert },
  pausedByOwner: { tone: 'grey', icon: Pause },
  pausedByShop: { tone: 'red', icon: TriangleAlert },
}

/** Deliveries are kept for so long. */
const KEPT_MS = 30 * 24 * 60 * 60_000

function stateOf({ pausedBy, failingSince, lastDeliveredAt, updatedAt }: WebhookEndpoint): keyof typeof looks {
  if (pausedBy) return pausedBy === 'shop' ? 'pausedByShop' : 'pausedByOwner'
  if (failingSince) return 'failing'
  if (lastDeliveredAt) return 'works'
  return shopNow() - Date.parse(updatedAt) < KEPT_MS ? 'untried' : 'silent'
}

/** One address: how it does, what it is told of, and what may be done with it. */
export function WebhookCard({
  webhook,
  onOpen,
  onRemove,
}: {
  webhook: WebhookEndpoint
  onOpen: (what: 'form' | 'secret' | 'deliveries') => void
  onRemove: () => void
}) {
  const { url, types, waiting, failed, lastProblem, pausedAt, failingSince, createdAt } = webhook
  const state = stateOf(webhook)
  const { tone, icon: Icon } = looks[state]
  const { test, isTesting, switchPause, isSwitching } = useWebhookActions(webhook)
  const buttons = [
    { label: copy.deliveries, onClick: () => onOpen('deliveries') },
    { label: isTesting ? copy.testing : copy.test, onClick: test },
    { label: copy.edit, onClick: () => onOpen('form') },
    { label: copy.secret, onClick: () => onOpen('secret') },
    { label: pausedAt ? copy.resume : copy.pause, onClick: switchPause, isBusy: isSwitching },
    { label: copy.remove, onClick: onRemove },
  ]
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.url}>{url}</h2>
        <Badge tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
          {copy.states[state]}
        </Badge>
      </div>
      <details className={styles.types}>
        <summary>{copy.eventCount(types.length)}</summary>
        <ul>
          {types.map((type) => (
            <li key={type}>{copy.types[type]}</li>
          ))}
        </ul>
      </details>
      <dl className={styles.facts}>
        <Fact label={copy.created} at={createdAt} />
        {failingSince && <Fact label={copy.failingSince} at={failingSince} />}
        {pausedAt && <Fact label={copy.pausedSince} at={pausedAt} />}
        {lastProblem && (
          <div>
            <dt>{copy.lastProblem}</dt>
            <dd>{lastProblem}</dd>
          </div>
        )}
      </dl>
      {(waiting > 0 || failed > 0) && (
        <p className={styles.counts}>
          {waiting > 0 && <span>{copy.waiting(waiting)}</span>}
          {failed > 0 && <span className={styles.failed}>{copy.failed(failed)}</span>}
        </p>
      )}
      <div className={styles.actions}>
        {buttons.map(({ label, onClick, isBusy = false }) => (
          <Button
            key={label}
            variant="outline"
            size="small"
            disabled={isBusy}
            aria-label={copy.of(label, url)}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </div>
    </article>
  )
}

const Fact = ({ label, at }: { label: string; at: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Timestamp at={at} />
    </dd>
  </div>
)
