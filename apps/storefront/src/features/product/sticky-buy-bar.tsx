import type { Product } from '@marashi/domain/contracts/catalogue'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { type RefObject, useEffect, useState } from 'react'
import { productCopy } from '../../copy/product.ts'
import styles from './sticky-buy-bar.module.css'

/** Price and Add to Cart at the bottom of a phone's screen while the main button (`standsFor`) is not visible. */
export function StickyBuyBar({
  product,
  isAdding,
  onAdd,
  standsFor,
}: {
  product: Product
  isAdding: boolean
  onAdd: () => void
  standsFor: RefObject<HTMLElement | null>
}) {
  const isNeeded = useIsOutOfSight(standsFor)
  if (!isNeeded) return null
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

/** True above and below the visible part of the page. */
function useIsOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [isOutOfSight, setIsOutOfSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsOutOfSight(!entry.isIntersecting)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOutOfSight
}
