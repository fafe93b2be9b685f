import { shopNow } from '@marashi/api-client/shop-clock'
import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { Panel } from '@marashi/ui/panel'
import { Skeleton } from '@marashi/ui/skeleton'
import { Banknote, Coffee, Hourglass, MessageSquareText, Package, Receipt, TriangleAlert, Truck } from 'lucide-react'
import { commonCopy } from '../../copy/common.ts'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { ageOf } from '../../lib/display/age.tsx'
import { wholeKsh } from '../../lib/forms/cents.ts'
import { AttentionLine } from './attention-line.tsx'
import styles from './attention-panel.module.css'
import { PanelFailure } from './panel-failure.tsx'
import { SetAsideEventList } from './set-aside-events.tsx'

const copy = dashboardCopy.attention

/** What waits for the administrator, money first. Each line links to the page that handles it. */
export function AttentionPanel({
  overview,
  isFailed,
  onRetry,
}: {
  overview: AdminOverview | undefined
  isFailed: boolean
  onRetry: () => void
}) {
  return (
    <Panel>
      <section aria-labelledby="attention">
        <h2 id="attention" className={styles.title}>
          {copy.title}
        </h2>
        {isFailed ? (
          <PanelFailure text={copy.failed} onRetry={onRetry} />
        ) : overview ? (
          <AttentionList overview={overview} />
        ) : (
          <Skeleton className={styles.waiting ?? ''} />
        )}
      </section>
    </Panel>
  )
}

function AttentionList({ overview }: { overview: AdminOverview }) {
  const {
    attention,
    attentionTotal,
    webhookEventsSetAside,
    unmatchedPayments,
    waitingReceipts,
    ordersToPack,
    ordersToDeliver,
    pendingReviews,
    unpaidOrders,
  } = overview
  const oldest = overview.oldestToPack && ageOf(overview.oldestToPack, shopNow(), commonCopy.age)
  const isNothingToDo =
    attentionTotal +
      webhookEventsSetAside +
      unmatchedPayments +
      waitingReceipts +
      ordersToPack +
      ordersToDeliver +
      pendingReviews ===
    0
  return (
    <ul>
      {isNothingToDo && (
        <li className={styles.none}>
          <Coffee size={20} aria-hidden="true" />
          {copy.none}
        </li>
      )}
      {attention.map(({ payment, reason }) => (
        <AttentionLine
          key={payment.id}
          to="/payments"
          search={{ search: payment.orderNumber }}
          icon={TriangleAlert}
          tone="alarm"
          hint={copy.payment(payment.orderNumber, wholeKsh(payment.amount))}
        >
          {copy.reasons[reason]}
        </AttentionLine>
      ))}
      {attentionTotal > attention.length && (
        <AttentionLine to="/payments" tone="quiet">
          {copy.more(attentionTotal - attention.length)}
        </AttentionLine>
      )}
      {unmatchedPayments > 0 && (
        <AttentionLine to="/cash-up" icon={Banknote} tone="alarm" hint={copy.unmatchedHint}>
          {copy.unmatched(unmatchedPayments)}
        </AttentionLine>
      )}
      {waitingReceipts > 0 && (
        <AttentionLine to="/cash-up" icon={Receipt} tone="alarm" hint={copy.receiptsHint}>
          {copy.receipts(waitingReceipts)}
        </AttentionLine>
      )}
      {webhookEventsSetAside > 0 && (
        <li>
          <SetAsideEventList count={webhookEventsSetAside} />
        </li>
      )}
      {ordersToPack > 0 && (
        <AttentionLine
          to="/orders"
          search={{ status: 'to-pack' }}
          icon={Package}
          hint={oldest ? `${copy.ordersHint} · ${copy.oldest(oldest)}` : copy.ordersHint}
        >
          {copy.orders(ordersToPack)}
        </AttentionLine>
      )}
      {ordersToDeliver > 0 && (
        <AttentionLine to="/orders" search={{ status: 'shipped' }} icon={Truck} hint={copy.deliverHint}>
          {copy.deliver(ordersToDeliver)}
        </AttentionLine>
      )}
      {pendingReviews > 0 && (
        <AttentionLine to="/reviews" search={{ status: 'pending' }} icon={MessageSquareText}>
          {copy.reviews(pendingReviews)}
        </AttentionLine>
      )}
      {/* Last and in a quiet colour: many shoppers leave at the payment, and their orders need no packing. */}
      {unpaidOrders > 0 && (
        <AttentionLine to="/orders" search={{ status: 'unpaid' }} icon={Hourglass} tone="quiet">
          {copy.unpaid(unpaidOrders)}
        </AttentionLine>
      )}
    </ul>
  )
}
