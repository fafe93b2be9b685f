import { trpc } from '@marashi/api-client/trpc'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { shellCopy } from '../../../copy/shell.ts'
import styles from './orders-mark.module.css'

const ASK_EVERY_MS = 60_000

/**
 * How many orders are to be packed, beside the way to them on every page: the message about a new one is gone after
 * seconds. Live updates read it again. Nothing where there are none, or it is not known.
 */
export function OrdersMark() {
  const { data } = trpc.admin.orders.list.useQuery({ status: 'to-pack', limit: 1 }, { refetchInterval: ASK_EVERY_MS })
  if (!data || data.total === 0) return null
  return (
    <span className={styles.mark}>
      <span aria-hidden="true">{data.total > 99 ? '99+' : data.total}</span>
      <VisuallyHidden>{shellCopy.toPack(data.total)}</VisuallyHidden>
    </span>
  )
}
