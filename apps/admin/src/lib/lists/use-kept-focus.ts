import { focusHeading } from '@marashi/ui/focus-heading'
import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a list when what had it goes: an order leaves a filtered list with the choice of its status. The
 * card in its place takes the focus, else the last one, and the page's heading where no card is left. Spread over the
 * list's element, whose children are the rows.
 */
export function useKeptFocus() {
  const list = useRef<HTMLUListElement>(null)
  const held = useRef<{ element: Element; row: number }>(undefined)

  useLayoutEffect(() => {
    if (!held.current || held.current.element.isConnected) return
    const { row } = held.current
    held.current = undefined
    if (document.activeElement !== document.body) return
    const cards = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li article') ?? [])]
    const card = cards[row] ?? cards.at(-1)
    if (!card?.hasAttribute('tabindex')) card?.setAttribute('tabindex', '-1')
    if (card) card.focus()
    else focusHeading()
  })

  // The whole list goes with its last card.
  useLayoutEffect(
    () => () => {
      if (held.current) requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
    },
    [],
  )

  return {
    ref: list,
    onFocus({ target }: FocusEvent<HTMLUListElement>) {
      const row = [...(list.current?.children ?? [])].findIndex((each) => each.contains(target))
      held.current = { element: target, row }
    },
    // Not called for what is taken out of the page.
    onBlur() {
      held.current = undefined
    },
  }
}
