import { shopNow } from '@marashi/api-client/shop-clock'
import { type ApiKey, allows, keyAreas } from '@marashi/domain/contracts/api-keys'
import { Badge, type BadgeTone } from '@marashi/ui/badge'
import { Button } from '@marashi/ui/button'
import { Ban, Check, Clock } from 'lucide-react'
import { apiKeysCopy as copy } from '../../copy/api-keys.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import styles from './key-card.module.css'

const looks: Record<keyof typeof copy.states, { tone: BadgeTone; icon: typeof Check }> = {
  live: { tone: 'green', icon: Check },
  ended: { tone: 'grey', icon: Clock },
  revoked: { tone: 'outline', icon: Ban },
}

const stateOf = ({ revokedAt, endsAt }: ApiKey): keyof typeof looks => {
  if (revokedAt) return 'revoked'
  return endsAt && Date.parse(endsAt) <= shopNow() ? 'ended' : 'live'
}

/** One key: what it may do, when it was used, and the way to revoke it. */
export function KeyCard({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const state = stateOf(apiKey)
  const { tone, icon: Icon } = looks[state]
  const dates = [
    [copy.created, apiKey.createdAt],
    [copy.lastUsed, apiKey.lastUsedAt],
    ...(apiKey.endsAt ? [[copy.ends, apiKey.endsAt] as const] : []),
  ] as const
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>{apiKey.name}</h2>
        <Badge tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
          {copy.states[state]}
        </Badge>
      </div>
      <p className={styles.start}>
        <code>{apiKey.start}…</code>
      </p>
      <ul className={styles.scopes}>
        {keyAreas
          .filter((area) => allows(apiKey.scopes, area, 'read'))
          .map((area) => (
            <li key={area}>
              {copy.areas[area]}: {copy.access[allows(apiKey.scopes, area, 'write') ? 'write' : 'read']}
            </li>
          ))}
      </ul>
      <div className={styles.foot}>
        <dl className={styles.dates}>
          {dates.map(([label, at]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{at ? <Timestamp at={at} /> : copy.never}</dd>
            </div>
          ))}
        </dl>
        {state === 'live' && (
          <Button variant="outline" size="small" aria-label={copy.revokeOf(apiKey.name)} onClick={onRevoke}>
            {copy.revoke}
          </Button>
        )}
      </div>
    </article>
  )
}
