import { focusHeading } from '@marashi/ui/focus-heading'
import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a list when the focused element is removed: an order leaves a filtered list when its status changes.
 * The row at the same index takes the focus, or the card in it, else the last one, else the page's heading. The result is
 * spread over the list or the body of a table, whose children are the rows.
 */
export function useKeptFocus<List extends HTMLElement = HTMLUListElement>() {
  const list = useRef<List>(null)
  const held = useRef<{ element: Element; row: number }>(undefined)

  useLayoutEffect(() => {
    if (!held.current || held.current.element.isConnected) return
    const { row } = held.current
    held.current = undefined
    if (document.activeElement !== document.body) return
    const cards = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li article, :scope > tr') ?? [])]
    const card = cards[row] ?? cards.at(-1)
    if (!card?.hasAttribute('tabindex')) card?.setAttribute('tabindex', '-1')
    if (card) card.focus()
    else focusHeading()
  })

  // The list itself is removed with its last card.
  useLayoutEffect(
    () => () => {
      if (held.current) requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
    },
    [],
  )

  return {
    ref: list,
    onFocus({ target }: FocusEvent<List>) {
      const row = [...(list.current?.children ?? [])].findIndex((each) => each.contains(target))
      held.current = { element: target, row }
    },
    // React does not call this for an element that is removed.
    onBlur() {
      held.current = undefined
    },
  }
}
