import { trpc } from '@marashi/api-client/trpc'
import type { AdminStats } from '@marashi/domain/contracts/admin-dashboard'
import { Panel } from '@marashi/ui/panel'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { dashboardCopy } from '../../copy/dashboard.ts'
import lines from './attention-panel.module.css'
import styles from './first-steps.module.css'

const copy = dashboardCopy.firstSteps

/** What a new shop needs before its first order, and whether it is done; gone with that order. */
export function FirstSteps({ stats }: { stats: AdminStats }) {
  const isNew = stats.totalOrders === 0
  const { data } = trpc.admin.settings.list.useQuery(undefined, { enabled: isNew })
  const push = trpc.admin.push.status.useQuery(undefined, { enabled: isNew })
  if (!isNew || !data) return null
  const isSet = (record: { lastChange: unknown; lockedBy: string | null }) =>
    Boolean(record.lastChange ?? record.lockedBy)
  const isHeard = push.data?.subscriptions.some(({ endedAt }) => endedAt === null) ?? false
  const steps = [
    { key: 'shop', to: '/settings', hash: 'shop', isDone: isSet(data.shop.name) },
    { key: 'delivery', to: '/settings', hash: 'delivery', isDone: isSet(data.delivery.places) },
    { key: 'perfume', to: '/products', hash: '', isDone: stats.totalProducts > 0 },
    { key: 'notices', to: '/notices', hash: '', isDone: isHeard },
  ] as const
  return (
    <Panel className={styles.panel}>
      <section aria-labelledby="first-steps">
        <h2 id="first-steps" className={lines.title}>
          {copy.title}
        </h2>
        <ul>
          {steps.map(({ key, to, hash, isDone }) => (
            <li key={key}>
              <Link to={to} hash={hash} className={lines.line}>
                {isDone ? (
                  <CircleCheck size={20} aria-hidden="true" className={styles.done} />
                ) : (
                  <Circle size={20} aria-hidden="true" />
                )}
                <span className={lines.words}>
                  {copy.steps[key].label}
                  <VisuallyHidden>{isDone ? copy.isDone : '. '}</VisuallyHidden>
                  <span className={lines.aside}>{copy.steps[key].hint}</span>
                </span>
                <ChevronRight size={18} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </Panel>
  )
}
