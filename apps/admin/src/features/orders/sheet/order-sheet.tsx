import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder, OrderHistory } from '@marashi/domain/contracts/admin-orders'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { Dialog } from '@marashi/ui/dialog'
import { Skeleton } from '@marashi/ui/skeleton'
import { ordersCopy } from '../../../copy/orders.ts'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import { AskForPayment } from '../actions/ask-for-payment.tsx'
import { OrderActions } from '../actions/order-actions.tsx'
import { useStatusChange } from '../use-status-change.ts'
import { OrderAttempts } from './order-attempts.tsx'
import { OrderContact } from './order-contact.tsx'
import { OrderEvents } from './order-events.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPayment } from './order-payment.tsx'
import styles from './order-sheet.module.css'
import { OrderTimeline } from './order-timeline.tsx'
import { SheetFoot } from './sheet-foot.tsx'
import { type Neighbours, SheetHead } from './sheet-head.tsx'
import { SheetSection } from './sheet-section.tsx'

/**
 * A whole order: who gets what, the money, notes, history and every action. `listed` is the order as the list has it, shown
 * until the rest has come; `neighbours` are the orders before and after it.
 */
export function OrderSheet({
  id,
  listed,
  neighbours,
  onClose,
}: {
  id: string
  listed: AdminOrder | undefined
  neighbours: Neighbours
  onClose: () => void
}) {
  const history = trpc.admin.orders.history.useQuery({ id })
  const order = history.data?.order ?? listed
  return (
    <Dialog
      isOpen
      shape="drawer"
      onClose={onClose}
      title={order?.orderNumber ?? ordersCopy.history}
      {...(order && { description: ordersCopy.sheet.placed(nairobiTime(order.createdAt)) })}
    >
      {history.isError && (
        <div className={styles.body}>
          <LoadFailure className={styles.error} message={ordersCopy.failedHistory} onRetry={history.refetch} />
        </div>
      )}
      {order ? (
        <OpenOrder key={order.id} order={order} history={history.data} neighbours={neighbours} onClose={onClose} />
      ) : (
        history.isPending && <Skeleton className={styles.waiting ?? ''} />
      )}
    </Dialog>
  )
}

/** The parts of one order; its head and its foot show the same status. */
function OpenOrder({
  order,
  history,
  neighbours,
  onClose,
}: {
  order: AdminOrder
  history: History | undefined
  neighbours: Neighbours
  onClose: () => void
}) {
  const change = useStatusChange(order)
  return (
    <>
      <div className={styles.body}>
        <SheetHead order={order} change={change} neighbours={neighbours} />
        <SheetSection title={ordersCopy.sheet.customer}>
          <OrderContact order={order} />
        </SheetSection>
        <OrderLines order={order} pictures={history?.pictures ?? []} />
        <SheetSection title={ordersCopy.sheet.money}>
          <OrderPayment order={order} />
          <AskForPayment order={order} />
        </SheetSection>
        {history && (
          <>
            <OrderNotes orderId={order.id} notes={history.notes} />
            <OrderTimeline placedAt={order.createdAt} changes={history.changes} />
            <OrderAttempts order={order} payments={history.payments} />
            <OrderEvents events={history.events} payments={history.payments} />
            <OrderMessages messages={history.messages} />
            <OrderActions order={order} payments={history.payments} onDeleted={onClose} />
          </>
        )}
      </div>
      <SheetFoot order={order} change={change} />
    </>
  )
}

/** JSON leaves the gateway's response of a payment out where there is none. */
type History = Omit<OrderHistory, 'payments'> & { payments: readonly Omit<PaymentRecord, 'gatewayResponse'>[] }
