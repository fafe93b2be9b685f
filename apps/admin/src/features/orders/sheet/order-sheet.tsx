import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { Dialog } from '@marashi/ui/dialog'
import { Skeleton } from '@marashi/ui/skeleton'
import { ordersCopy } from '../../../copy/orders.ts'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import { AskForPayment } from './ask-for-payment.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderAttempts } from './order-attempts.tsx'
import { OrderContact } from './order-contact.tsx'
import { OrderEvents } from './order-events.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPayment } from './order-payment.tsx'
import styles from './order-sheet.module.css'
import { SheetFoot } from './sheet-foot.tsx'
import { SheetHead } from './sheet-head.tsx'
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
  neighbours: { before: string | undefined; after: string | undefined }
  onClose: () => void
}) {
  const history = trpc.admin.orders.history.useQuery({ id })
  const { data } = history
  const order = data?.order ?? listed
  return (
    <Dialog
      isOpen
      shape="drawer"
      onClose={onClose}
      title={order?.orderNumber ?? ordersCopy.history}
      {...(order && { description: ordersCopy.sheet.placed(nairobiTime(order.createdAt)) })}
    >
      <div className={styles.body}>
        {history.isError && (
          <LoadFailure className={styles.error} message={ordersCopy.failedHistory} onRetry={history.refetch} />
        )}
        {order && (
          <>
            <SheetHead key={order.id} order={order} neighbours={neighbours} />
            <SheetSection title={ordersCopy.sheet.customer}>
              <OrderContact order={order} />
            </SheetSection>
            <OrderLines order={order} pictures={data?.pictures ?? []} />
            <SheetSection title={ordersCopy.sheet.money}>
              <OrderPayment order={order} />
              <AskForPayment key={order.id} order={order} />
            </SheetSection>
          </>
        )}
        {history.isPending && <Skeleton className={styles.waiting ?? ''} />}
        {data && (
          <>
            <OrderNotes key={data.order.id} orderId={data.order.id} notes={data.notes} />
            <OrderAttempts payments={data.payments} />
            <OrderEvents events={data.events} />
            <OrderMessages messages={data.messages} />
            <OrderActions order={data.order} payments={data.payments} onDeleted={onClose} />
          </>
        )}
      </div>
      {order && <SheetFoot key={order.id} order={order} />}
    </Dialog>
  )
}
