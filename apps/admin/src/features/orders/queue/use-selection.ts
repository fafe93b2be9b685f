import { useState } from 'react'

/** Which rows of a page are selected. What has left the page is selected no more. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ id }) => ids.has(id))
  return {
    selected,
    has: (id: string) => ids.has(id),
    isAll: rows.length > 0 && selected.length === rows.length,
    toggle: (id: string) => setIds((before) => without(before, id) ?? new Set([...before, id])),
    toggleAll: () => setIds(selected.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> | undefined {
  if (!ids.has(id)) return undefined
  return new Set([...ids].filter((each) => each !== id))
}
