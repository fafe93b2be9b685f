import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { telLink } from '@marashi/domain/rules/contact-links'
import { ExternalLink, Mail, MessageCircle, Phone } from 'lucide-react'
import { ordersCopy } from '../../../copy/orders.ts'
import { statusCopy } from '../../../copy/statuses.ts'
import { CopyText } from '../../../lib/display/copy-text.tsx'
import { emailOf, pageOf, whatsappOf } from '../status-messages.ts'
import styles from './order-contact.module.css'

/** The customer and the delivery address. One link calls, one opens WhatsApp with a message for the order's status. */
export function OrderContact({ order }: { order: AdminOrder }) {
  const { customerName: name, customerPhone: phone, orderNumber } = order
  const page = pageOf(order)
  return (
    <div className={styles.contact}>
      <p className={styles.name}>{name}</p>
      <p className={styles.place}>
        {order.placeName} · {order.deliveryAddress}
      </p>
      {order.customerEmail && <p className={styles.place}>{order.customerEmail}</p>}
      <div className={styles.ways}>
        <a href={telLink(phone)} aria-label={ordersCopy.call(name, phone)} className={styles.way}>
          <Phone size={16} aria-hidden="true" />
          {phone}
        </a>
        <CopyText text={phone} label={ordersCopy.copyPhone(name)} />
        <a
          href={whatsappOf(order)}
          target="_blank"
          rel="noreferrer"
          aria-label={ordersCopy.whatsappTo(name, statusCopy[order.status])}
          className={styles.way}
        >
          <MessageCircle size={16} aria-hidden="true" />
          {ordersCopy.whatsapp}
        </a>
        {order.customerEmail && (
          <a
            href={emailOf(order)}
            aria-label={ordersCopy.emailTo(name, statusCopy[order.status])}
            className={styles.way}
          >
            <Mail size={16} aria-hidden="true" />
            {ordersCopy.email}
          </a>
        )}
        <a
          href={page}
          target="_blank"
          rel="noreferrer"
          aria-label={ordersCopy.openPage(orderNumber)}
          className={styles.way}
        >
          <ExternalLink size={16} aria-hidden="true" />
          {ordersCopy.page}
        </a>
        <CopyText text={page} label={ordersCopy.copyLink(orderNumber)} />
      </div>
    </div>
  )
}
