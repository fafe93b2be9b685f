import { type MouseEvent, type PointerEvent, useRef } from 'react'

/**
 * Lets a tap count only for the row that it began on. A list may move under the finger, when an order comes or leaves, and
 * the browser would hand the tap to whatever row is there by then. The result is spread over the list, whose children are
 * the rows.
 */
export function useSteadyTaps() {
  const began = useRef<Element>(undefined)
  return {
    onPointerDownCapture({ currentTarget, target }: PointerEvent) {
      began.current = rowOf(currentTarget, target)
    },
    onClickCapture(event: MouseEvent) {
      // A mouse's click on two rows is the list's, and a keyboard's has no place.
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') return
      if (rowOf(event.currentTarget, event.target) === began.current) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

const rowOf = (list: Element, target: EventTarget): Element | undefined =>
  [...list.children].find((row) => row.contains(target as Node))
