import { trpc } from '@marashi/api-client/trpc'
import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { nairobiClock } from '@marashi/domain/rules/nairobi-time'
import { Button } from '@marashi/ui/button'
import { CircleCheck, Undo2 } from 'lucide-react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { commonCopy } from '../../../copy/common.ts'
import { ksh } from '../amounts.ts'
import { CashUpSection } from '../cash-up-section.tsx'
import styles from '../money-card.module.css'
import { useTransactionActions } from './use-transaction-actions.ts'

const copy = cashUpCopy.settled
const read = 100
const refreshMs = 30_000

/** What the owner decided today, each with the way back. */
export function SettledToday({ today }: { today: string }) {
  const assigned = trpc.admin.transactions.list.useQuery(
    { state: 'matched', settledOn: today, limit: read },
    { refetchInterval: refreshMs },
  )
  const dismissed = trpc.admin.transactions.list.useQuery(
    { state: 'dismissed', settledOn: today, limit: read },
    { refetchInterval: refreshMs },
  )
  const { isBusy, unassign, restore } = useTransactionActions()
  const settled = [...(assigned.data?.transactions ?? []), ...(dismissed.data?.transactions ?? [])]
    .flatMap((transaction) => decisionOf(transaction) ?? [])
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const leftOut = [assigned, dismissed].reduce(
    (sum, { data }) => sum + (data ? data.total - data.transactions.length : 0),
    0,
  )
  if (settled.length === 0) return null
  return (
    <CashUpSection title={copy.title}>
      <ul className={styles.list} aria-label={copy.title}>
        {settled.map(({ transaction, what, how, orderId }) => (
          <li key={transaction.id} className={styles.done}>
            <CircleCheck size={20} aria-hidden="true" />
            <p>
              <strong>{what}</strong>
              <br />
              <span className={styles.muted}>{how}</span>
            </p>
            <Button
              variant="ghost"
              isBusy={isBusy}
              aria-label={copy.undoOf(what)}
              onClick={() =>
                void (orderId === undefined ? restore(transaction) : unassign({ ...transaction, orderId }))
              }
            >
              <Undo2 size={18} aria-hidden="true" />
              {commonCopy.undo}
            </Button>
          </li>
        ))}
      </ul>
      {leftOut > 0 && <p className={styles.muted}>{copy.leftOut(leftOut)}</p>}
    </CashUpSection>
  )
}

/** The owner's last word on it: what a list only reported afterwards is none. */
function decisionOf(transaction: GatewayTransaction) {
  const { amount, payment, events } = transaction
  const last = events.find(({ what }) => what !== 'reported')
  if (last?.by !== 'administrator') return undefined
  const time = nairobiClock(last.at)
  if (last.what === 'assigned' && payment) {
    const what = copy.to(ksh(amount), payment.orderNumber)
    return { transaction, at: last.at, what, how: copy.assignedAt(time), orderId: payment.orderId }
  }
  if (last.what !== 'dismissed') return undefined
  const what = copy.dismissed(ksh(amount))
  return { transaction, at: last.at, what, how: copy.dismissedAt(time, last.note ?? ''), orderId: undefined }
}
