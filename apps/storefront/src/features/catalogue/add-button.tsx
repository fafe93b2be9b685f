import type { Product } from '@marashi/domain/contracts/catalogue'
import { Button } from '@marashi/ui/button'
import { toast } from '@marashi/ui/toast'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { catalogueCopy } from '../../copy/catalogue.ts'
import { useCart } from '../cart/use-cart.ts'

/** How long Add takes, so that the press is felt (specification §9). */
const addDelayMs = 500

/**
 * Puts one into the cart. While it says "Adding..." it keeps the focus and ignores further presses. `data-add` lets the
 * boot script remember a press made before this page listened.
 */
export function AddButton({ product }: { product: Product }) {
  const [isAdding, setIsAdding] = useState(false)
  const navigate = useNavigate()
  const { add } = useCart()

  function addAfterDelay() {
    setIsAdding(true)
    setTimeout(() => {
      const { id, name, price, image, category } = product
      add({ id, name, price, image, category })
      setIsAdding(false)
      toast({
        title: catalogueCopy.addedTitle,
        description: name,
        action: {
          label: catalogueCopy.viewCart,
          altText: catalogueCopy.viewCartAlt,
          onAction: () => navigate({ to: '/cart' }),
        },
      })
    }, addDelayMs)
  }

  return (
    <Button size="small" isBusy={isAdding} onClick={addAfterDelay} data-add="">
      <span role="status">
        {isAdding ? (
          catalogueCopy.adding
        ) : (
          <>
            {catalogueCopy.add}
            <VisuallyHidden>{catalogueCopy.addOf(product.name)}</VisuallyHidden>
          </>
        )}
      </span>
    </Button>
  )
}
