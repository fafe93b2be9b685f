import type { Product } from '@marashi/domain/contracts/catalogue'
import { maxQuantity } from '@marashi/domain/rules/cart'
import { Button } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { useRef } from 'react'
import { catalogueCopy } from '../../../copy/catalogue.ts'
import { quantityCopy } from '../../../copy/quantity.ts'
import { removeWithUndo } from '../../cart/remove-with-undo.ts'
import { useAddToCart, useStockCheck } from '../../cart/use-add-to-cart.ts'
import { quantityOf, useCart } from '../../cart/use-cart.ts'
import styles from './add-button.module.css'

/**
 * Adds one piece to the cart. While it shows "Adding..." it keeps the focus and ignores presses. What is sold out cannot
 * be pressed, and says so.
 *
 * Once the cart has the perfume, the same button, which so keeps the focus, is the plus of a stepper in its place.
 */
export function AddButton({ product }: { product: Product }) {
  const { id, name } = product
  const { isAdding, addToCart } = useAddToCart(product, true)
  const { cart, step } = useCart()
  const checkStock = useStockCheck(product)
  const main = useRef<HTMLButtonElement>(null)
  const quantity = quantityOf(cart, id)

  function less() {
    if (quantity > 1) return step(id, -1)
    main.current?.focus()
    removeWithUndo(id)
  }

  function more() {
    step(id, 1)
    checkStock(quantity)
  }

  if (product.isSoldOut) {
    return (
      <Button size="small" variant="outline" isBusy>
        <span>
          {catalogueCopy.soldOut} <VisuallyHidden>{name}</VisuallyHidden>
        </span>
      </Button>
    )
  }
  const isStepper = quantity > 0
  return (
    <div className={styles.add} {...(isStepper && { role: 'group', 'aria-label': quantityCopy.quantity(name) })}>
      {isStepper && (
        <>
          <button
            type="button"
            className={styles.less}
            aria-label={quantity > 1 ? quantityCopy.less(name) : quantityCopy.remove(name)}
            onClick={less}
          >
            −
          </button>
          <output className={styles.number}>{quantity}</output>
        </>
      )}
      <Button
        ref={main}
        size="small"
        className={isStepper ? styles.more : ''}
        isBusy={isAdding || quantity === maxQuantity}
        aria-label={isStepper ? quantityCopy.more(name) : undefined}
        onClick={isStepper ? more : addToCart}
      >
        {isStepper ? '+' : <AddWords name={name} isAdding={isAdding} />}
      </Button>
      <VisuallyHidden>
        <span role="status">{isAdding && catalogueCopy.adding}</span>
      </VisuallyHidden>
    </div>
  )
}

function AddWords({ name, isAdding }: { name: string; isAdding: boolean }) {
  // Two elements, of which one goes as a whole: a translator may have replaced the texts in it.
  if (isAdding) return <span key="adding">{catalogueCopy.adding}</span>
  return (
    <span>
      {catalogueCopy.add} <VisuallyHidden>{catalogueCopy.addOf(name)}</VisuallyHidden>
    </span>
  )
}
