import type { Product } from '@marashi/domain/contracts/catalogue'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { type RefObject, useEffect, useState } from 'react'
import { productCopy } from '../../copy/product.ts'
import styles from './sticky-buy-bar.module.css'

/** Price and Add to Cart at the bottom of a phone's screen once the button it follows has been scrolled past. */
export function StickyBuyBar({
  product,
  isAdding,
  onAdd,
  follows,
}: {
  product: Product
  isAdding: boolean
  onAdd: () => void
  follows: RefObject<HTMLElement | null>
}) {
  const isPast = useIsScrolledPast(follows)
  if (!isPast) return null
  return (
    <section aria-label={productCopy.buyBar} className={styles.bar}>
      <p className={styles.words}>
        <span className={styles.name}>{product.name}</span>
        <strong className={styles.price}>{formatKsh(product.price)}</strong>
      </p>
      <Button isBusy={isAdding} onClick={onAdd}>
        {isAdding ? productCopy.adding : productCopy.addToCart}
      </Button>
    </section>
  )
}

/** Whether the element has left the screen at the top; below the screen it is still to come. */
function useIsScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsPast(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isPast
}
