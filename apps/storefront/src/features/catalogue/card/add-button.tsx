import type { Product } from '@marashi/domain/contracts/catalogue'
import { Button } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { catalogueCopy } from '../../../copy/catalogue.ts'
import { useAddToCart } from '../../cart/use-add-to-cart.ts'

/**
 * Adds one piece to the cart. While it shows "Adding..." it keeps the focus and ignores presses. By `data-add` the boot
 * script records a press made before React handles it. What is sold out cannot be pressed, and says so.
 */
export function AddButton({ product }: { product: Product }) {
  const { isAdding, addToCart } = useAddToCart(product)
  if (product.isSoldOut) {
    return (
      <Button size="small" variant="outline" isBusy>
        <span>
          {catalogueCopy.soldOut} <VisuallyHidden>{product.name}</VisuallyHidden>
        </span>
      </Button>
    )
  }
  return (
    <>
      <Button size="small" isBusy={isAdding} onClick={addToCart} data-add="">
        {isAdding ? (
          catalogueCopy.adding
        ) : (
          <span>
            {catalogueCopy.add} <VisuallyHidden>{catalogueCopy.addOf(product.name)}</VisuallyHidden>
          </span>
        )}
      </Button>
      <VisuallyHidden>
        <span role="status">{isAdding && catalogueCopy.adding}</span>
      </VisuallyHidden>
    </>
  )
}
