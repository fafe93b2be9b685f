import { trpc } from '@marashi/api-client/trpc'
import type { AnsweredApart } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder, OrderStatusChange } from '@marashi/domain/contracts/admin-orders'
import { useState } from 'react'
import { commonCopy } from '../../../copy/common.ts'
import { ordersCopy } from '../../../copy/orders.ts'
import { statusCopy } from '../../../copy/statuses.ts'
import { notifyError, notifySuccess } from '../../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../../lib/notify/use-notify-failure.ts'

const copy = ordersCopy.queue

/**
 * Moves several orders to one status. Each is answered apart: a toast says how many moved and offers to undo those, and
 * names the ones that were refused.
 */
export function useBulkStep() {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const [isBusy, setIsBusy] = useState(false)

  async function send(changes: OrderStatusChange[]): Promise<AnsweredApart['results']> {
    try {
      return (await utils.client.admin.orders.advanceMany.mutate({ changes })).results
    } catch (error) {
      notifyFailure(error, ordersCopy.failedStatus)
      return []
    } finally {
      await utils.admin.orders.invalidate()
    }
  }

  /** Answers the ids of those that moved. */
  async function advance(orders: readonly AdminOrder[], status: AdminOrder['status']): Promise<string[]> {
    if (isBusy) return []
    setIsBusy(true)
    const before = new Map(orders.map((order) => [order.id, order]))
    const results = await send(orders.map(({ id, updatedAt }) => ({ id, updatedAt, status })))
    setIsBusy(false)
    const moved = results.flatMap(({ order }) => order ?? [])
    const back = moved.flatMap(({ id, updatedAt }) => {
      const former = before.get(id)
      return former ? [{ id, updatedAt, status: former.status }] : []
    })
    const refused = results.filter(({ problem }) => problem)
    const undo = {
      label: commonCopy.undo,
      altText: ordersCopy.undoAlt,
      onAction: () => void send(back).then((undone) => reportRefused(undone.filter(({ problem }) => problem))),
    }
    // First the refusal: the success waits behind it, and its undo with it.
    reportRefused(refused)
    if (moved.length > 0) notifySuccess(copy.moved(moved.length, statusCopy[status]), undo)
    return moved.map(({ id }) => id)

    function reportRefused(left: AnsweredApart['results']) {
      if (left.length === 0) return
      const numbers = left.map(({ id }) => before.get(id)?.orderNumber ?? id)
      notifyError(`${ordersCopy.failedStatus}: ${numbers.join(', ')}. ${left[0]?.problem?.message ?? ''}`)
    }
  }

  return { isBusy, advance }
}
