import { formatKsh } from '@marashi/domain/rules/money'
import { orderPagePath } from '@marashi/domain/rules/order-page-address'
import { Button } from '@marashi/ui/button'
import { focusHeading } from '@marashi/ui/focus-heading'
import { Skeleton } from '@marashi/ui/skeleton'
import { toast } from '@marashi/ui/toast'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { ChevronRight } from 'lucide-react'
import { orderCopy } from '../../copy/order.ts'
import { clearOrders, type DeviceOrder, useDeviceOrders } from '../../lib/device-orders.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import styles from './orders-page.module.css'

const { orders: copy } = orderCopy

/** The orders that this browser has placed; nothing is asked of the shop, so the list also shows without a connection. */
export function OrdersPage() {
  const orders = useDeviceOrders()
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{copy.title}</h1>
      {orders ? <Orders orders={orders} /> : <Loading />}
    </div>
  )
}

function Orders({ orders }: { orders: readonly DeviceOrder[] }) {
  if (orders.length === 0) {
    return (
      <div className={styles.none}>
        <p className={styles.noneTitle}>{copy.none}</p>
        <p>{copy.noneText}</p>
        <LinkButton to="/shop">{copy.shop}</LinkButton>
      </div>
    )
  }

  function clear() {
    // The button that has the focus is removed with the list; a screen reader goes on at the heading.
    focusHeading({ preventScroll: true })
    clearOrders()
    toast({ title: copy.cleared })
  }

  return (
    <>
      <p className={styles.lead}>{copy.lead}</p>
      <ul className={styles.list}>
        {orders.map(({ orderNumber, secret, at, total }) => (
          <li key={secret}>
            {/* A document of its own, which says that it is neither kept nor named to others. */}
            <a href={orderPagePath(secret)} className={styles.row}>
              <span>
                <strong>{orderCopy.title(orderNumber)}</strong>
                <span className={styles.when}>{orderCopy.day(new Date(at).toISOString())}</span>
              </span>
              <span className={styles.total}>{formatKsh(total)}</span>
              <ChevronRight size={20} aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
      <Button variant="ghost" onClick={clear}>
        {copy.clear}
      </Button>
    </>
  )
}

const Loading = () => (
  <div role="status">
    <VisuallyHidden>{copy.loading}</VisuallyHidden>
    <Skeleton className={styles.shape} />
  </div>
)
