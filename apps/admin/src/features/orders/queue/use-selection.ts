import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** What draws a page of orders, as rows or as a table. */
export interface SelectableOrders {
  orders: readonly AdminOrder[]
  selection: Selection
  /** While the next page is on its way. */
  isDimmed: boolean
  /** Asks before several orders are cancelled. */
  onCancel: (orders: readonly AdminOrder[]) => void
}

/** Which orders of a page are selected. What has left the page is selected no more, also where it comes back. */
export function useSelection(orders: readonly AdminOrder[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = orders.filter(({ id }) => ids.has(id))
  if (selected.length < ids.size) setIds(new Set(selected.map(({ id }) => id)))
  const isAll = orders.length > 0 && selected.length === orders.length
  return {
    selected,
    has: (id: string) => ids.has(id),
    isAll,
    toggle: (id: string) => setIds((before) => without(before, id) ?? new Set([...before, id])),
    toggleAll: () => setIds(isAll ? new Set() : new Set(orders.map(({ id }) => id))),
    remove: (gone: readonly string[]) => setIds((before) => new Set([...before].filter((id) => !gone.includes(id)))),
    clear: () => setIds(new Set()),
  }
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> | undefined {
  if (!ids.has(id)) return undefined
  return new Set([...ids].filter((each) => each !== id))
}
