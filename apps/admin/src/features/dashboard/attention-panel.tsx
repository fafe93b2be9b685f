import { shopNow } from '@marashi/api-client/shop-clock'
import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { Panel } from '@marashi/ui/panel'
import { Skeleton } from '@marashi/ui/skeleton'
import { Link } from '@tanstack/react-router'
import {
  Banknote,
  ChevronRight,
  Coffee,
  Hourglass,
  MessageSquareText,
  Package,
  Receipt,
  TriangleAlert,
  Truck,
} from 'lucide-react'
import { commonCopy } from '../../copy/common.ts'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { ageOf } from '../../lib/display/age.tsx'
import { wholeKsh } from '../../lib/forms/cents.ts'
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
  } = overview
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
        <li key={payment.id}>
          <Link to="/payments" search={{ search: payment.orderNumber }} className={styles.line}>
            <TriangleAlert size={20} aria-hidden="true" className={styles.alarm} />
            <span className={styles.words}>
              {copy.reasons[reason]}
              <span className={styles.aside}>{copy.payment(payment.orderNumber, wholeKsh(payment.amount))}</span>
            </span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      ))}
      {attentionTotal > attention.length && (
        <li>
          <Link to="/payments" className={`${styles.line} ${styles.quiet}`}>
            <span className={styles.words}>{copy.more(attentionTotal - attention.length)}</span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      )}
      {unmatchedPayments > 0 && (
        <li>
          <Link to="/cash-up" className={styles.line}>
            <Banknote size={20} aria-hidden="true" className={styles.alarm} />
            <span className={styles.words}>
              {copy.unmatched(unmatchedPayments)}
              <span className={styles.aside}>{copy.unmatchedHint}</span>
            </span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      )}
      {waitingReceipts > 0 && (
        <li>
          <Link to="/cash-up" className={styles.line}>
            <Receipt size={20} aria-hidden="true" className={styles.alarm} />
            <span className={styles.words}>
              {copy.receipts(waitingReceipts)}
              <span className={styles.aside}>{copy.receiptsHint}</span>
            </span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      )}
      {webhookEventsSetAside > 0 && (
        <li>
          <SetAsideEventList count={webhookEventsSetAside} />
        </li>
      )}
      {ordersToPack > 0 && (
        <li>
          <Link to="/orders" search={{ status: 'to-pack' }} className={styles.line}>
            <Package size={20} aria-hidden="true" />
            <span className={styles.words}>
              {copy.orders(ordersToPack)}
              <span className={styles.aside}>
                {copy.ordersHint}
                {overview.oldestToPack && ` · ${copy.oldest(ageOf(overview.oldestToPack, shopNow(), commonCopy.age))}`}
              </span>
            </span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      )}
      {ordersToDeliver > 0 && (
        <li>
          <Link to="/orders" search={{ status: 'shipped' }} className={styles.line}>
            <Truck size={20} aria-hidden="true" />
            <span className={styles.words}>
              {copy.deliver(ordersToDeliver)}
              <span className={styles.aside}>{copy.deliverHint}</span>
            </span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      )}
      {pendingReviews > 0 && (
        <li>
          <Link to="/reviews" search={{ status: 'pending' }} className={styles.line}>
            <MessageSquareText size={20} aria-hidden="true" />
            <span className={styles.words}>{copy.reviews(pendingReviews)}</span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      )}
      <UnpaidOrders count={overview.unpaidOrders} />
    </ul>
  )
}

/** Shown apart and in a quiet colour: many shoppers leave at the payment, and their orders need no packing. */
function UnpaidOrders({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <li>
      <Link to="/orders" search={{ status: 'unpaid' }} className={`${styles.line} ${styles.quiet}`}>
        <Hourglass size={20} aria-hidden="true" />
        <span className={styles.words}>{copy.unpaid(count)}</span>
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
    </li>
  )
}
