import type { MouseEvent } from 'react'

let carried: HTMLElement | undefined

/**
 * For a press on a link to a perfume: its picture then glides to its place on the product page, whose niche bears the
 * same name in its styles. Two pictures must never bear the name at once, or nothing moves.
 */
export function carryPicture(event: MouseEvent<HTMLElement>): void {
  carried?.style.removeProperty('view-transition-name')
  carried = event.currentTarget.closest('[data-perfume]')?.querySelector<HTMLElement>('picture') ?? undefined
  carried?.style.setProperty('view-transition-name', 'product-picture')
}
