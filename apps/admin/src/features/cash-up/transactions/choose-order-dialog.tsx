import { trpc } from '@marashi/api-client/trpc'
import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { formatKsh } from '@marashi/domain/rules/money'
import { Dialog } from '@marashi/ui/dialog'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { ordersCopy } from '../../../copy/orders.ts'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import { SearchBox } from '../../../lib/lists/search-box.tsx'
import { ksh } from '../amounts.ts'
import styles from './choose-order-dialog.module.css'
import type { useTransactionActions } from './use-transaction-actions.ts'

const copy = cashUpCopy.choose
const shown = 8

/**
 * The owner finds the order that money is for: unpaid ones at first, any by its number, name or phone. Money that is to go
 * back is assigned too, because a refund belongs to a payment; its payment is shown next.
 */
export function ChooseOrderDialog({
  transaction,
  purpose,
  assign,
  isBusy,
  onClose,
}: {
  transaction: GatewayTransaction
  purpose: 'assign' | 'send-back'
  assign: ReturnType<typeof useTransactionActions>['assign']
  isBusy: boolean
  onClose: () => void
}) {
  const [search, setSearch] = useState<string>()
  const navigate = useNavigate()
  const orders = trpc.admin.orders.list.useQuery(
    search ? { search, limit: shown } : { status: 'unpaid', limit: shown },
    { placeholderData: keepPreviousData },
  )
  async function choose(order: { id: string; number: string }) {
    if (!(await assign(transaction, order))) return
    onClose()
    if (purpose === 'send-back') await navigate({ to: '/payments', search: { search: transaction.reference } })
  }
  const amount = ksh(transaction.amount)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={purpose === 'assign' ? copy.title(amount) : copy.sendBackTitle(amount)}
      {...(purpose === 'send-back' && { description: copy.sendBackText })}
    >
      <div className={styles.body}>
        <SearchBox
          label={copy.search}
          placeholder={copy.search}
          term={search}
          onSearch={async (term) => setSearch(term)}
        />
        <p role="status" className={styles.line}>
          {orders.isError
            ? copy.failed
            : orders.data?.orders.length === 0
              ? copy.none
              : search
                ? copy.found
                : copy.unpaid}
        </p>
        <ul className={styles.orders}>
          {orders.data?.orders.map(({ id, orderNumber, customerName, total, paidAt, createdAt }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.order}
                aria-disabled={isBusy}
                aria-label={copy.pick(orderNumber, customerName)}
                onClick={() => void choose({ id, number: orderNumber })}
              >
                <span>
                  <strong>{orderNumber}</strong> {customerName}
                  <span className={styles.aside}>
                    <Timestamp at={createdAt} />, {paidAt ? ordersCopy.paid : ordersCopy.unpaid}
                  </span>
                </span>
                <span>{formatKsh(total)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
