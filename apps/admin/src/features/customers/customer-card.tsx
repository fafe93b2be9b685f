import type { Customer } from '@marashi/domain/contracts/admin-customers'
import { telLink, whatsappLink } from '@marashi/domain/rules/contact-links'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { Download, Eraser, MessageCircle } from 'lucide-react'
import { customersCopy } from '../../copy/customers.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import styles from './customer-card.module.css'
import { useDownload } from './use-download.ts'

/** One customer: how to reach them, what they bought, and what the owner may do. */
export function CustomerCard({
  customer,
  onNote,
  onErase,
}: {
  customer: Customer
  onNote: () => void
  onErase: () => void
}) {
  const { name, phone, email, address, orders, total, lastOrderAt, lastOrderNumber, note } = customer
  const { download, isBusy } = useDownload(customer)
  return (
    <article className={styles.card}>
      <div className={styles.who}>
        <h2 className={styles.name}>{name}</h2>
        <p>
          <a href={telLink(phone)}>{phone}</a>
          <a href={whatsappLink(phone)} aria-label={customersCopy.whatsappTo(name)} className={styles.chat}>
            <MessageCircle size={18} aria-hidden="true" />
            {customersCopy.whatsapp}
          </a>
          {email && <span className={styles.email}>{email}</span>}
        </p>
        <p className={styles.quiet}>{address}</p>
      </div>
      <dl className={styles.facts}>
        <dt>{customersCopy.orders(orders)}</dt>
        <dd>{customersCopy.total(formatKsh(total))}</dd>
        <dt>{customersCopy.last}</dt>
        <dd>
          {lastOrderNumber}, <Timestamp at={lastOrderAt} />
        </dd>
      </dl>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.actions}>
        <Link
          to="/orders"
          search={{ search: phone }}
          aria-label={customersCopy.ordersOf(name)}
          className={buttonClass({ variant: 'outline', size: 'small' })}
        >
          {customersCopy.seeOrders}
        </Link>
        <Button variant="outline" size="small" aria-label={customersCopy.editNoteOf(name)} onClick={onNote}>
          {customersCopy.editNote}
        </Button>
        <Button
          variant="ghost"
          size="small"
          isBusy={isBusy}
          aria-label={customersCopy.downloadOf(name)}
          onClick={download}
        >
          <Download size={18} aria-hidden="true" />
          {customersCopy.download}
        </Button>
        <Button variant="ghost" size="small" aria-label={customersCopy.eraseOf(name)} onClick={onErase}>
          <Eraser size={18} aria-hidden="true" />
          {customersCopy.erase}
        </Button>
      </div>
    </article>
  )
}
