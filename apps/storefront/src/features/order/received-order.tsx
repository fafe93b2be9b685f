import { orderPagePath } from '@marashi/domain/rules/order-page-address'
import { Button } from '@marashi/ui/button'
import { CircleCheck, X } from 'lucide-react'
import { orderCopy } from '../../copy/order.ts'
import { type DeviceOrder, markSeen } from '../../lib/device-orders.ts'
import styles from './received-order.module.css'

const { card: copy } = orderCopy

/** "Order MR100030 received · see it", until the shopper hides it or a week has passed. */
export default function ReceivedOrder({ order: { orderNumber, secret } }: { order: DeviceOrder }) {
  return (
    <aside className={styles.card} aria-label={copy.text(orderNumber)}>
      <CircleCheck size={20} aria-hidden="true" />
      <p>
        {copy.text(orderNumber)} ·{' '}
        <a href={orderPagePath(secret)} className={styles.link}>
          {copy.see}
        </a>
      </p>
      <Button variant="ghost" isIcon aria-label={copy.dismiss} onClick={() => markSeen(orderNumber)}>
        <X size={20} aria-hidden="true" />
      </Button>
    </aside>
  )
}
