import { trpc } from '@marashi/api-client/trpc'
import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import type { DeliveryPlace } from '@marashi/domain/rules/delivery-fee'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useState } from 'react'
import { quotableItems, quoteOfNothing, withHeld } from './cart-quote.ts'

/** So many presses of plus and minus ask once. */
const settlesAfterMs = 500

/**
 * What the shop charges today for the perfumes in the cart, and which of them are short, fetched each time the cart is
 * opened and after quantities have changed. Null until known, and when the request fails: the checkout asks again before
 * anything is ordered. What this browser's own order holds is not short; once it holds that no more the shop is asked anew, and
 * until it answers what was read before stays.
 */
export function useTodaysPrices(
  cart: Cart,
  { held, places }: { held: QuoteInput['items']; places: readonly DeliveryPlace[] },
): Quote | null {
  const { client } = trpc.useUtils()
  const input = { items: useSettledQuantities(quotableItems(cart)) }
  const prices = useQuery({
    queryKey: [...getQueryKey(trpc.checkout.quote, input, 'query'), held],
    queryFn: async () => withHeld(await client.checkout.quote.query(input), held),
    enabled: input.items.length > 0,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  return quoteOfNothing(cart, places) ?? prices.data ?? null
}

/** A line that is added or removed counts at once, another quantity when nobody presses any more. */
function useSettledQuantities(items: QuoteInput['items']): QuoteInput['items'] {
  const [settled, setSettled] = useState(items)
  const now = JSON.stringify(items)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(now)), settlesAfterMs)
    return () => clearTimeout(timer)
  }, [now])
  const idsOf = (list: QuoteInput['items']) => list.map(({ productId }) => productId).join()
  return idsOf(settled) === idsOf(items) ? settled : items
}
