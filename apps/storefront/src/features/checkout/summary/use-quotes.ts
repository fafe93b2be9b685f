import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import type { DeliveryLocation, DeliveryPlace } from '@marashi/domain/rules/delivery-fee'
import { quotableItems, quoteFor, quoteOfNothing } from '../../cart/cart-quote.ts'

export type Quotes = {
  /** The shop's quote for this cart, for each place that it delivers to now; empty until the shop has answered. */
  byLocation: Partial<Record<DeliveryLocation, Quote>>
  hasFailed: boolean
  /** Why the shop quotes no such cart, in its own words; empty where asking again may help. */
  refusal: string
  isFetching: boolean
  retry: () => void
  /** Asks anew and shows nothing of the quote before, which is known to be wrong. */
  renew: () => void
  /**
   * Replaces the quote by the one that came with a refused order of these lines; it holds the totals of every location. Where the
   * cart holds others, the shop is asked anew for those, and false comes back.
   */
  replace: (quote: Quote, lines: QuoteInput['items']) => boolean
}

/**
 * The shop's own prices for the cart, fetched whenever the checkout is opened. One answer holds every location, so that
 * choosing another one needs no request. A cart of which nothing can be asked for is quoted as gone without one. See docs/behaviour.md#server-prices.
 */
export function useQuotes(cart: Cart, places: readonly DeliveryPlace[]): Quotes {
  const utils = trpc.useUtils()
  const input = { items: quotableItems(cart) }
  const {
    data: answer,
    error,
    isError,
    isFetching,
    refetch,
  } = trpc.checkout.quote.useQuery(input, {
    enabled: input.items.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const renew = () => void utils.checkout.quote.reset(input)
  const failure = error && failureOf(error)
  const quote = quoteOfNothing(cart, places) ?? answer
  return {
    byLocation: quote ? Object.fromEntries(Object.keys(quote.byLocation).map((id) => [id, quoteFor(quote, id)])) : {},
    hasFailed: isError,
    refusal: failure?.status === 400 ? failure.text : '',
    isFetching,
    retry: () => void refetch(),
    renew,
    replace: (quote, lines) => {
      const isOfCart = areSame(lines, input.items)
      if (isOfCart) utils.checkout.quote.setData(input, quote)
      else renew()
      void utils.catalogue.shop.invalidate()
      return isOfCart
    },
  }
}

function areSame(lines: QuoteInput['items'], others: QuoteInput['items']): boolean {
  const isAmongOthers = ({ productId, quantity }: QuoteInput['items'][number]) =>
    others.some((other) => other.productId === productId && other.quantity === quantity)
  return lines.length === others.length && lines.every(isAmongOthers)
}
