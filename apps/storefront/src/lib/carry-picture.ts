import type { MouseEvent } from 'react'

let carried: HTMLElement | undefined

/**
 * Call it on a press on a link to a product: the view transition then moves its picture to the product page, whose
 * styles use the same name. Only one box may have the name, or there is no transition: Firefox counts two of the `picture`
 * around it, which is inline.
 */
export function carryPicture(event: MouseEvent<HTMLElement>): void {
  carried?.style.removeProperty('view-transition-name')
  carried = event.currentTarget.closest('[data-perfume]')?.querySelector('img') ?? undefined
  carried?.style.setProperty('view-transition-name', 'product-picture')
}
