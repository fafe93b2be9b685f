import { trpc } from '@marashi/api-client/trpc'
import type { Product } from '@marashi/domain/contracts/catalogue'
import { toast } from '@marashi/ui/toast'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useEarlyEvents } from '../../boot/early-events.ts'
import { productCopy } from '../../copy/product.ts'
import { quantityCopy } from '../../copy/quantity.ts'
import { quantityOf, useCart } from './use-cart.ts'

/** Adding takes this long, so that the shopper notices the press. */
const addDelayMs = 500

/**
 * Adds one piece to the cart after the delay and shows a toast, which leads to the cart or, with `hasUndo`, takes the piece
 * out again; presses during the delay are ignored, also those that are carried out together because they came early.
 */
export function useAddToCart(product: Product, hasUndo = false): { isAdding: boolean; addToCart: () => void } {
  const [isAdding, setIsAdding] = useState(false)
  // Several presses may come before React has rendered the first one.
  const isUnderWay = useRef(false)
  const navigate = useNavigate()
  const { add, read, step } = useCart()
  const checkStock = useStockCheck(product)
  useEarlyEvents()

  function addNow() {
    setIsAdding(false)
    const { id, name, price, image, category } = product
    const before = quantityOf(read(), id)
    if (!add({ id, name, price, image, category })) {
      toast({ title: productCopy.notAddedTitle, description: productCopy.notAdded, variant: 'destructive' })
      return
    }
    toast({
      title: productCopy.addedTitle,
      description: name,
      action: hasUndo
        ? { label: quantityCopy.undo, altText: quantityCopy.undoAddAlt, onAction: () => step(id, -1) }
        : { label: productCopy.viewCart, altText: productCopy.viewCartAlt, onAction: () => navigate({ to: '/cart' }) },
    })
    // The page that is open says already what is sold out; of the next pieces only the shop knows.
    if (before > 0) checkStock(before)
  }

  function addToCart() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsAdding(true)
    const timer = setTimeout(finish, addDelayMs)
    // Whoever leaves the page meanwhile, or closes the tab, has added it all the same.
    window.addEventListener('pagehide', finish)
    function finish() {
      clearTimeout(timer)
      window.removeEventListener('pagehide', finish)
      isUnderWay.current = false
      addNow()
    }
  }

  return { isAdding, addToCart }
}

/** What asks, after pieces were added to the `before` that the cart held, whether the shop has them; see `keepToStock`. */
export function useStockCheck(product: Product): (before: number) => void {
  const { client } = trpc.useUtils()
  return (before) =>
    void import('./keep-to-stock.ts')
      .then(({ keepToStock }) => keepToStock(client, { product, before }))
      .catch(() => undefined)
}
