import { type CartItem, maxQuantity } from '@marashi/domain/rules/cart'
import { Minus, Plus } from 'lucide-react'
import { cartCopy } from '../../copy/cart.ts'
import { quantityCopy } from '../../copy/quantity.ts'
import styles from './quantity-stepper.module.css'

/** Minus and plus around the number of pieces; minus at 1 removes the line. */
export function QuantityStepper({ item, onQuantity }: { item: CartItem; onQuantity: (quantity: number) => void }) {
  const { name, quantity } = item
  const isMost = quantity >= maxQuantity
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend in every line
    <div role="group" aria-label={quantityCopy.quantity(name)} className={styles.stepper}>
      <button
        type="button"
        aria-label={quantity === 1 ? quantityCopy.remove(name) : quantityCopy.less(name)}
        onClick={() => onQuantity(quantity - 1)}
      >
        <Minus size={18} aria-hidden="true" />
      </button>
      <output className={styles.number}>{quantity}</output>
      <button
        type="button"
        aria-label={isMost ? cartCopy.mostReached(name, maxQuantity) : quantityCopy.more(name)}
        aria-disabled={isMost || undefined}
        onClick={() => !isMost && onQuantity(quantity + 1)}
      >
        <Plus size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
