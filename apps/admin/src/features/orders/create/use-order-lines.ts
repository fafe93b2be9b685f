import { trpc } from '@marashi/api-client/trpc'
import { maxCartLines, maxQuantity } from '@marashi/domain/rules/cart'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'

export type OrderLine = { productId: string; name: string; price: number; quantity: number }

/** The perfumes of an order that is being entered, and what the shop charges for them. */
export function useOrderLines() {
  const [lines, setLines] = useState<readonly OrderLine[]>([])
  const quote = trpc.checkout.quote.useQuery(
    { deliveryLocation: 'embu', items: lines.map(({ productId, quantity }) => ({ productId, quantity })) },
    { enabled: lines.length > 0, placeholderData: keepPreviousData },
  )
  return {
    lines,
    quote: lines.length > 0 ? quote.data : undefined,
    /** The prices of these lines are on their way. */
    isPricing: lines.length > 0 && (quote.isFetching || quote.isPlaceholderData),
    /** No prices of these lines came; `priceAgain` asks for them. */
    hasNoPrices: lines.length > 0 && quote.isError,
    priceAgain: () => void quote.refetch(),
    isFull: lines.length >= maxCartLines,
    add: ({ id, name, price }: { id: string; name: string; price: number }) =>
      setLines((before) =>
        before.some(({ productId }) => productId === id)
          ? withQuantity(before, id, (quantity) => quantity + 1)
          : [...before, { productId: id, name, price, quantity: 1 }],
      ),
    change: (productId: string, by: number) =>
      setLines((before) => withQuantity(before, productId, (quantity) => quantity + by)),
  }
}

function withQuantity(lines: readonly OrderLine[], productId: string, change: (quantity: number) => number) {
  return lines.flatMap((line) => {
    if (line.productId !== productId) return line
    const quantity = Math.min(change(line.quantity), maxQuantity)
    return quantity > 0 ? { ...line, quantity } : []
  })
}
