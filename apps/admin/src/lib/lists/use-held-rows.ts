import { useCallback, useState } from 'react'

type Held<Row> = { row: Row; place: number; list: string }

/**
 * The rows of a page, and in their places those that are held because something is typed in them: the list may be read again, as
 * after a change on another device, and have them on another page. `list` names the search and the page; with another one they go.
 */
export function useHeldRows<Row extends { id: string }>(read: readonly Row[], list: string) {
  const [held, setHeld] = useState<readonly Held<Row>[]>([])
  const rows = [...read]
  for (const { row, place } of held.filter((each) => each.list === list))
    if (!read.some(({ id }) => id === row.id)) rows.splice(place, 0, row)

  const hold = useCallback(
    (row: Row, place: number) =>
      setHeld((now) => (now.some(({ row: { id } }) => id === row.id) ? now : [...now, { row, place, list }])),
    [list],
  )
  const release = useCallback(({ id }: { id: string }) => setHeld((now) => now.filter(({ row }) => row.id !== id)), [])
  return { rows, hold, release }
}
