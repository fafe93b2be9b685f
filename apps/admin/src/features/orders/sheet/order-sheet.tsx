import { trpc } from '@marashi/api-client/trpc'
import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { Dialog } from '@marashi/ui/dialog'
import { Skeleton } from '@marashi/ui/skeleton'
import { ordersCopy } from '../../../copy/orders.ts'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import { HistoryEvents } from './history-events.tsx'
import { HistoryMessages } from './history-messages.tsx'
import { HistoryOrder } from './history-order.tsx'
import { HistoryPayments } from './history-payments.tsx'
import styles from './order-history-drawer.module.css'

/** An order with the whole history of its payments: attempts, events and webhook events. */
export function OrderHistoryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const history = trpc.admin.orders.history.useQuery({ id })
  const { data } = history
  return (
    <Dialog
      isOpen
      shape="drawer"
      onClose={onClose}
      title={data?.order.orderNumber ?? ordersCopy.history}
      {...(data && { description: ordersCopy.drawer.placed(nairobiTime(data.order.createdAt)) })}
    >
      <div className={styles.body}>
        {history.isError && (
          <LoadFailure className={styles.error} message={ordersCopy.failedHistory} onRetry={history.refetch} />
        )}
        {history.isPending && <Skeleton className={styles.waiting ?? ''} />}
        {data && (
          <>
            <HistoryOrder order={data.order} />
            <HistoryPayments payments={data.payments} />
            <HistoryEvents events={data.events} />
            <HistoryMessages messages={data.messages} />
          </>
        )}
      </div>
    </Dialog>
  )
}
