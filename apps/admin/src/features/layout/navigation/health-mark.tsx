import { trpc } from '@marashi/api-client/trpc'
import { Badge } from '@marashi/ui/badge'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { healthCopy } from '../../../copy/health.ts'
import styles from './health-mark.module.css'

const ASK_EVERY_MS = 60_000

/** How many things are wrong with the shop, beside the way to its health; nothing where all is well, or not known. */
export function HealthMark({ isDot = false }: { isDot?: boolean }) {
  const { data } = trpc.admin.health.status.useQuery(undefined, { refetchInterval: ASK_EVERY_MS })
  const problems = data?.checks.filter(({ state }) => state !== 'fine') ?? []
  const count = problems.length + (data?.isStale ? 1 : 0)
  if (count === 0) return null
  const isBroken = data?.isStale || problems.some(({ state }) => state === 'broken')
  return (
    <>
      {isDot ? (
        <span aria-hidden="true" className={`${styles.dot} ${isBroken ? styles.broken : ''}`} />
      ) : (
        <span aria-hidden="true" className={styles.count}>
          <Badge tone={isBroken ? 'red' : 'orange'}>{count}</Badge>
        </span>
      )}
      <VisuallyHidden>, {healthCopy.mark(count)}</VisuallyHidden>
    </>
  )
}
