import { trpc } from '@marashi/api-client/trpc'
import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import type { DeliveryLocation } from '@marashi/domain/rules/delivery-fee'
import { quotableItems, quoteFor } from '../../cart/quoted-cart.ts'

export type Quotes = {
  /** What the shop asks for this cart, per location; undefined until it has answered. */
  byLocation: Record<DeliveryLocation, Quote | undefined>
  hasFailed: boolean
  isFetching: boolean
  retry: () => void
  /** Puts in what a refused order answered, which holds the totals of every location. */
  replace: (quote: Quote) => void
}

/**
 * The shop's own price for the cart. One answer holds every location, so that choosing one changes the total in place and
 * asks nothing. Asked anew whenever the checkout is opened.
 */
export function useQuotes(cart: Cart): Quotes {
  const utils = trpc.useUtils()
  const input = { items: quotableItems(cart) }
  const { data, isError, isFetching, refetch } = trpc.checkout.quote.useQuery(input, {
    enabled: input.items.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  return {
    byLocation: {
      embu: data && quoteFor(data, 'embu'),
      'nairobi-cbd': data && quoteFor(data, 'nairobi-cbd'),
      'nairobi-other': data && quoteFor(data, 'nairobi-other'),
    },
    hasFailed: isError,
    isFetching,
    retry: () => void refetch(),
    replace: (quote) => utils.checkout.quote.setData(input, quote),
  }
}
