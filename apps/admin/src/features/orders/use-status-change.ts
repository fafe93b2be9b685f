import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { ordersCopy } from '../../copy/orders.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { tellFailure, tellSuccess } from '../../lib/tell.ts'

type Status = AdminOrder['status']

/**
 * Moves an order on. The new status shows at once; when the shop refuses, the old one comes back with the server's
 * sentence or 'Failed to update order status'. The message of success offers to undo, also after the order has left the
 * list that is shown.
 */
export function useStatusChange(order: AdminOrder) {
  const utils = trpc.useUtils()
  const [wanted, setWanted] = useState<Status>()

  async function send(change: { status: Status; updatedAt?: string }, undoTo?: Status) {
    try {
      await utils.client.admin.orders.setStatus.mutate({ id: order.id, ...change })
      const undo = undoTo && {
        label: commonCopy.undo,
        altText: ordersCopy.undoAlt,
        onAction: () => void send({ status: undoTo }),
      }
      tellSuccess(ordersCopy.statusChanged(order.orderNumber, statusCopy[change.status]), undo)
    } catch (error) {
      tellFailure(error, ordersCopy.failedStatus)
    }
    // After a refusal too: somebody else may have moved it.
    await utils.admin.orders.invalidate()
  }

  async function change(status: Status) {
    if (wanted) return
    setWanted(status)
    await send({ status, updatedAt: order.updatedAt }, order.status)
    setWanted(undefined)
  }

  return { shown: wanted ?? order.status, isChanging: wanted !== undefined, change }
}
