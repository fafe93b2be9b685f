import type { OrderPage as Order } from '@marashi/domain/contracts/order-page'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { CopyButton } from '@marashi/ui/copy-button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import type { ReactNode } from 'react'
import { useEarlyEvents } from '../../boot/early-events.ts'
import { orderCopy } from '../../copy/order.ts'
import { isOpen } from './is-payable.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import styles from './order-page.module.css'
import { OrderTimeline } from './order-timeline.tsx'
import { asksAgainAfter, orderWords } from './order-words.ts'
import { useOrder } from './use-order.ts'

/**
 * An order for whoever has its link: the state in words, the timeline, what was ordered, and what can be done. It is
 * rendered on the server and also serves without scripts. `payment` is how it is paid, while it waits for that or a prompt is on a phone. See docs/behaviour.md#order-page.
 */
export function OrderPage({
  secret,
  shop,
  payment,
}: {
  secret: string
  shop: ShopDetails
  payment: (order: Order, onChanged: () => void) => ReactNode
}) {
  const { order, hasChanged, askNow } = useOrder(secret)
  const { heading, lead } = orderWords(order, shop.name)
  const seconds = asksAgainAfter(order)
  useEarlyEvents()
  return (
    <article className={styles.page} data-order={order.version} data-asks-after={seconds}>
      {seconds > 0 && (
        <noscript>
          <meta httpEquiv="refresh" content="15" />
        </noscript>
      )}
      <div className={styles.grid}>
        <div>
          <p className={styles.shop}>
            <span translate="no">{shop.name}</span> · {shop.phone} · {shop.email}
          </p>
          <p className={styles.number}>
            {orderCopy.order} <strong translate="no">{order.orderNumber}</strong>
            <CopyButton text={order.orderNumber} label={orderCopy.copyNumber} copiedLabel={orderCopy.copied} />
          </p>
          <h1 tabIndex={-1}>{heading}</h1>
          <p className={styles.lead}>{lead}</p>
          <VisuallyHidden>
            <span role="status">{hasChanged ? `${heading}. ${lead}` : ''}</span>
          </VisuallyHidden>
          {isOpen(order) && payment(order, askNow)}
          <OrderTimeline order={order} />
          <OrderActions order={order} secret={secret} shop={shop} />
        </div>
        <OrderItems order={order} />
        <OrderFacts order={order} />
        {order.footer && <p className={styles.footer}>{order.footer}</p>}
      </div>
    </article>
  )
}
