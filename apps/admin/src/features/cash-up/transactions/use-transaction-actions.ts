import { trpc } from '@marashi/api-client/trpc'
import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { useState } from 'react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { commonCopy } from '../../../copy/common.ts'
import { notifySuccess } from '../../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../../lib/notify/use-notify-failure.ts'
import { ksh } from '../amounts.ts'

const copy = cashUpCopy.unmatched

type Money = Pick<GatewayTransaction, 'id' | 'amount'>
/** Money and the order that it is to be taken off: it may be another's by now. */
type AssignedMoney = Money & { orderId: string }

/** What the owner decides about money without an order. Each decision is one tap, and its toast takes it back. */
export function useTransactionActions() {
  const utils = trpc.useUtils()
  const { transactions } = utils.client.admin
  const notifyFailure = useNotifyFailure()
  const [isBusy, setIsBusy] = useState(false)

  const refresh = () =>
    Promise.all([
      utils.admin.transactions.invalidate(),
      utils.admin.cashUp.invalidate(),
      utils.admin.receiptClaims.invalidate(),
      utils.admin.payments.invalidate(),
      utils.admin.orders.invalidate(),
      utils.admin.dashboard.invalidate(),
    ])

  /** Answers whether it was done; a failure is on the screen then. Lists are read again either way. */
  async function act(change: () => Promise<unknown>, failed: string): Promise<boolean> {
    if (isBusy) return false
    setIsBusy(true)
    try {
      await change()
      return true
    } catch (error) {
      notifyFailure(error, failed)
      return false
    } finally {
      await refresh()
      setIsBusy(false)
    }
  }

  async function unassign({ id, amount, orderId }: AssignedMoney) {
    const isDone = await act(() => transactions.unassign.mutate({ id, orderId }), copy.failedUndo)
    if (isDone) notifySuccess(copy.unassigned(ksh(amount)))
  }

  async function restore({ id, amount }: Money) {
    const isDone = await act(() => transactions.restore.mutate({ id }), copy.failedUndo)
    if (isDone) notifySuccess(copy.unassigned(ksh(amount)))
  }

  async function assign(money: Money, order: { id: string; number: string }): Promise<boolean> {
    const isDone = await act(() => transactions.assign.mutate({ id: money.id, orderId: order.id }), copy.failedAssign)
    const undo = {
      label: commonCopy.undo,
      altText: copy.undoAlt,
      onAction: () => void unassign({ ...money, orderId: order.id }),
    }
    if (isDone) notifySuccess(copy.assigned(ksh(money.amount), order.number), undo)
    return isDone
  }

  /** For a form that shows its own failure: throws. */
  async function dismiss({ id, amount }: Money, reason: string): Promise<string> {
    await transactions.dismiss.mutate({ id, reason })
    await refresh()
    return copy.dismissed(ksh(amount))
  }

  return { isBusy, assign, unassign, dismiss, restore }
}
