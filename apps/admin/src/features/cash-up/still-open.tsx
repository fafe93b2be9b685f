import type { CashUp, OpenLine } from '@marashi/domain/contracts/admin-cash-up'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { paymentsCopy } from '../../copy/payments.ts'
import { refundsCopy } from '../../copy/refunds.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { ksh } from './amounts.ts'
import { CashUpSection } from './cash-up-section.tsx'
import styles from './still-open.module.css'

const copy = cashUpCopy.open
const words = new Map<string, string>([
  ...Object.entries(paymentsCopy.attentions),
  ...Object.entries(refundsCopy.statuses),
])

/** Flags and refunds of the day that have no end yet; each line leads to its payment. Other lines have their own lists. */
export function StillOpen({ open }: { open: CashUp['open'] }) {
  const lines = open.lines.filter(({ kind }) => kind === 'flag' || kind === 'pending-refund')
  const total = open.flags + open.pendingRefunds
  if (total === 0) return null
  return (
    <CashUpSection title={copy.title} count={total}>
      <ul aria-label={copy.title} className={styles.lines}>
        {lines.map((line) => (
          <li key={`${line.kind} ${line.id}`}>
            <Link
              to="/payments"
              search={line.orderNumber === null ? {} : { search: line.orderNumber }}
              className={styles.line}
            >
              <span className={styles.words}>
                {copy.kinds[line.kind]}: {words.get(line.what) ?? line.what}
                <span className={styles.aside}>
                  {asideOf(line)} <Timestamp at={line.at} />
                </span>
              </span>
              <ChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {total > lines.length && <p className={styles.aside}>{copy.more(total - lines.length)}</p>}
    </CashUpSection>
  )
}

const asideOf = ({ orderNumber, amount }: OpenLine) =>
  [orderNumber, amount === null ? null : ksh(Math.abs(amount))]
    .filter((part) => part !== null)
    .map((part) => `${part},`)
    .join(' ')
