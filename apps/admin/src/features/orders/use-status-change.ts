import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { useRef, useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { ordersCopy } from '../../copy/orders.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

type Status = AdminOrder['status']
type Known = Pick<AdminOrder, 'status' | 'updatedAt'>

export type StatusChange = ReturnType<typeof useStatusChange>

/**
 * Moves an order on. The new status shows at once; when the shop refuses, the old one comes back with the server's
 * sentence or 'Failed to update order status'. The message of success offers to undo, also after the order has left the
 * list that is shown.
 */
export function useStatusChange(order: AdminOrder) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const [wanted, setWanted] = useState<Status>()
  /** Two quick choices go one after the other, the second on top of what the first has left. */
  const last = useRef<Promise<Known>>(undefined)

  /**
   * Answers the order as the shop has it afterwards, as far as that is known. Undo sends the version that this change
   * has made, so that it takes back nothing that came in between.
   */
  async function send(status: Status, before: Known, canUndo = true): Promise<Known> {
    try {
      const after = await utils.client.admin.orders.setStatus.mutate({
        id: order.id,
        status,
        updatedAt: before.updatedAt,
      })
      const undo = {
        label: commonCopy.undo,
        altText: ordersCopy.undoAlt,
        onAction: () => void send(before.status, after, false).then(refresh),
      }
      show(after)
      notifySuccess(ordersCopy.statusChanged(order.orderNumber, statusCopy[status]), canUndo ? undo : undefined)
      return after
    } catch (error) {
      notifyFailure(error, ordersCopy.failedStatus)
      return before
    }
  }

  /** Whatever else is done with it until it has been read again is done in this version. */
  function show(after: AdminOrder) {
    const { history, list } = utils.admin.orders
    const newer = <Order extends AdminOrder>(known: Order): Order =>
      known.id === after.id && known.updatedAt < after.updatedAt ? { ...known, ...after } : known
    history.setData({ id: after.id }, (known) => known && { ...known, order: newer(known.order) })
    list.setQueriesData({}, {}, (known) => known && { ...known, orders: known.orders.map(newer) })
  }

  // After a refusal too: somebody else may have moved it.
  const refresh = () => utils.admin.orders.invalidate()

  async function change(status: Status) {
    setWanted(status)
    const mine = (last.current ?? Promise.resolve<Known>(order)).then((before) => send(status, before))
    last.current = mine
    await mine
    if (last.current === mine) {
      last.current = undefined
      setWanted(undefined)
    }
    await refresh()
  }

  return { shown: wanted ?? order.status, isChanging: wanted !== undefined, change }
}
