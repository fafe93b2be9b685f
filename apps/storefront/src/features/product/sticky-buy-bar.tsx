import type { Product } from '@marashi/domain/contracts/catalogue'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import type { RefObject } from 'react'
import { productCopy } from '../../copy/product.ts'
import { useOutOfSight } from '../../lib/use-out-of-sight.ts'
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
  const isNeeded = useOutOfSight(standsFor)
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
