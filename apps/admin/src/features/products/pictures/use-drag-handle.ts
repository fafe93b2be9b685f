import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

const steps = new Map([
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
  ['ArrowDown', 1],
  ['ArrowRight', 1],
])

/**
 * What a handle in a row of a list answers to: arrow keys move the row by one place, a pointer moves it to the row under
 * the pointer.
 */
export function useDragHandle(row: {
  place: number
  onMove: (place: number) => void
  onDrag: (isDragged: boolean) => void
}) {
  const latest = useRef(row)
  latest.current = row
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = steps.get(event.key)
      if (step === undefined) return
      event.preventDefault()
      row.onMove(row.place + step)
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const list = event.currentTarget.closest('ol')
      if (!list || event.button !== 0) return
      const move = ({ clientY }: globalThis.PointerEvent) => {
        const under = [...list.children].findIndex((each) => {
          const { top, bottom } = each.getBoundingClientRect()
          return clientY >= top && clientY <= bottom
        })
        if (under !== -1 && under !== latest.current.place) latest.current.onMove(under)
      }
      const end = () => {
        removeEventListener('pointermove', move)
        removeEventListener('pointerup', end)
        removeEventListener('pointercancel', end)
        latest.current.onDrag(false)
      }
      // On the window: a row that moves in the document loses a captured pointer.
      addEventListener('pointermove', move)
      addEventListener('pointerup', end)
      addEventListener('pointercancel', end)
      row.onDrag(true)
    },
  }
}
