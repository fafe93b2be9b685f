import type { CashUp, OurLine } from '@marashi/domain/contracts/admin-cash-up'
import { buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { ksh } from './amounts.ts'
import { CashUpSection } from './cash-up-section.tsx'
import styles from './money-card.module.css'
import { MoneyCard } from './money-card.tsx'
import { OrderLink } from './order-link.tsx'

const copy = cashUpCopy.missing

/** What the shop has booked and the gateways' lists do not have, or have with another amount. */
export function MissingMoney({ cashUp: { day, oursNotTheirs, differing } }: { cashUp: CashUp }) {
  return (
    <>
      {oursNotTheirs.total > 0 && (
        <CashUpSection title={copy.title} count={oursNotTheirs.total} hint={copy.hint}>
          <ul className={styles.list} aria-label={copy.list}>
            {oursNotTheirs.lines.map((line) => (
              <OurCard key={line.refundId ?? line.paymentId} line={line} day={day} />
            ))}
          </ul>
          <More total={oursNotTheirs.total} shown={oursNotTheirs.lines.length} />
        </CashUpSection>
      )}
      {differing.total > 0 && (
        <CashUpSection title={copy.differingTitle} count={differing.total} hint={copy.differingHint}>
          <ul className={styles.list} aria-label={copy.differingTitle}>
            {differing.lines.map((line) => (
              <OurCard key={line.transactionId} line={line} day={day} theirs={line.theirs} />
            ))}
          </ul>
          <More total={differing.total} shown={differing.lines.length} />
        </CashUpSection>
      )}
    </>
  )
}

/** Refunds and disputes of the gateways' lists that the shop does not know. */
export function GoneMoney({ cashUp: { day, theirsNotOurs } }: { cashUp: CashUp }) {
  const gone = theirsNotOurs.lines.filter(({ kind }) => kind !== 'payment')
  if (gone.length === 0) return null
  return (
    <CashUpSection title={copy.theirsTitle} count={gone.length} hint={copy.theirsHint}>
      <ul className={styles.list} aria-label={copy.theirsTitle}>
        {gone.map(({ transactionId, amount, occurredAt, kind, method, reference, description, payment }) => (
          <MoneyCard
            key={transactionId}
            cents={amount}
            at={occurredAt}
            day={day}
            actions={payment && <PaymentLink orderNumber={payment.orderNumber} />}
          >
            <p>
              {copy.kinds[kind]}
              {description && ` · ${description}`}
            </p>
            <p className={styles.muted}>{copy.receipt(cashUpCopy.table.methods[method], reference)}</p>
          </MoneyCard>
        ))}
      </ul>
    </CashUpSection>
  )
}

function OurCard({ line, day, theirs }: { line: OurLine; day: string; theirs?: number }) {
  const { amount, at, orderId, orderNumber, customerName } = line
  return (
    <MoneyCard cents={amount} at={at} day={day} actions={<PaymentLink orderNumber={orderNumber} />}>
      <p>
        <OrderLink orderId={orderId} orderNumber={orderNumber} /> {customerName}
        {line.refundId && ` · ${copy.refund}`}
      </p>
      <p className={styles.muted}>{proofOf(line)}</p>
      {theirs !== undefined && <p>{copy.amounts(ksh(amount), ksh(theirs))}</p>}
    </MoneyCard>
  )
}

function proofOf({ isManual, receipt, method }: OurLine): string {
  if (receipt === null) return isManual ? copy.noReceipt : cashUpCopy.table.methods[method]
  return isManual ? copy.manualReceipt(receipt) : copy.receipt(cashUpCopy.table.methods[method], receipt)
}

function PaymentLink({ orderNumber }: { orderNumber: string }) {
  return (
    <Link
      to="/payments"
      search={{ search: orderNumber }}
      aria-label={copy.paymentOf(orderNumber)}
      className={buttonClass({ variant: 'outline' })}
    >
      {copy.payment}
    </Link>
  )
}

function More({ total, shown }: { total: number; shown: number }) {
  return total > shown ? <p className={styles.muted}>{copy.more(total - shown)}</p> : null
}
