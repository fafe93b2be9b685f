import { trpc } from '@marashi/api-client/trpc'
import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import { keepPreviousData } from '@tanstack/react-query'
import { quotableItems } from './quoted-cart.ts'

/**
 * What the shop charges today for the perfumes in the cart, fetched each time the cart is opened. Prices do not depend
 * on quantities, so plus and minus fetch nothing. Null until known, and when the request fails: the checkout asks again
 * before anything is ordered.
 */
export function useTodaysPrices(cart: Cart): Quote | null {
  const items = quotableItems(cart).map(({ productId }) => ({ productId, quantity: 1 }))
  const prices = trpc.checkout.quote.useQuery(
    { items },
    { enabled: items.length > 0, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
  )
  return prices.data ?? null
}
