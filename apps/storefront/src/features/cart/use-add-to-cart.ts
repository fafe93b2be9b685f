import type { Product } from '@marashi/domain/contracts/catalogue'
import { toast } from '@marashi/ui/toast'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { replayEarlyPresses } from '../../boot/early-presses.ts'
import { productCopy } from '../../copy/product.ts'
import { useCart } from './use-cart.ts'

/** How long adding takes, so that the press is felt (specification §9). */
const addDelayMs = 500

/** Puts one piece into the cart after the delay and says so; presses meanwhile are ignored. */
export function useAddToCart(product: Product): { isAdding: boolean; addToCart: () => void } {
  const [isAdding, setIsAdding] = useState(false)
  const navigate = useNavigate()
  const { add } = useCart()
  // By now this button listens; a press on Add made before is carried out.
  useEffect(() => {
    replayEarlyPresses()
  }, [])

  function addNow() {
    setIsAdding(false)
    const { id, name, price, image, category } = product
    if (!add({ id, name, price, image, category })) {
      toast({ title: productCopy.notAddedTitle, description: productCopy.notAdded, variant: 'destructive' })
      return
    }
    toast({
      title: productCopy.addedTitle,
      description: name,
      action: {
        label: productCopy.viewCart,
        altText: productCopy.viewCartAlt,
        onAction: () => navigate({ to: '/cart' }),
      },
    })
  }

  function addToCart() {
    if (isAdding) return
    setIsAdding(true)
    setTimeout(addNow, addDelayMs)
  }

  return { isAdding, addToCart }
}
