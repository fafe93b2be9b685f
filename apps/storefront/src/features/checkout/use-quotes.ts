import { trpc } from '@marashi/api-client/trpc'
import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import { type DeliveryLocation, deliveryLocations } from '@marashi/domain/rules/delivery-fee'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { quotableItems } from '../cart/quoted-cart.ts'

export type Quotes = {
  /** What the shop asks for this cart, per location; undefined until it has answered. */
  byLocation: Record<DeliveryLocation, Quote | undefined>
  hasFailed: boolean
  isFetching: boolean
  retry: () => void
  /** Puts in what a refused order answered; the other locations are asked again. */
  replace: (quote: Quote) => void
}

/**
 * The shop's own price for the cart, for every location at once, so that choosing one changes the total in place
 * without waiting. Asked anew whenever the checkout is opened.
 */
export function useQuotes(cart: Cart): Quotes {
  const { client } = trpc.useUtils()
  const queryClient = useQueryClient()
  const items = quotableItems(cart)
  const keyOf = (deliveryLocation: DeliveryLocation) => ['quote', items, deliveryLocation] as const
  const answers = useQueries({
    queries: deliveryLocations.map((deliveryLocation) => ({
      queryKey: keyOf(deliveryLocation),
      queryFn: () => client.checkout.quote.mutate({ deliveryLocation, items }),
      enabled: items.length > 0,
      staleTime: 0,
      gcTime: 0,
    })),
  })
  const quoteFor = (location: DeliveryLocation) => answers[deliveryLocations.indexOf(location)]?.data
  return {
    byLocation: {
      embu: quoteFor('embu'),
      'nairobi-cbd': quoteFor('nairobi-cbd'),
      'nairobi-other': quoteFor('nairobi-other'),
    },
    hasFailed: answers.some((answer) => answer.isError),
    isFetching: answers.some((answer) => answer.isFetching),
    retry: () => void queryClient.invalidateQueries({ queryKey: ['quote'] }),
    replace: (quote) => {
      queryClient.setQueryData(keyOf(quote.deliveryLocation), quote)
      for (const location of deliveryLocations) {
        if (location !== quote.deliveryLocation) void queryClient.invalidateQueries({ queryKey: keyOf(location) })
      }
    },
  }
}
