import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { Quote } from '@marashi/domain/contracts/checkout'
import { maxCartLines, maxQuantity } from '@marashi/domain/rules/cart'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'

type TypedLine = { productId: string; name: string; price: number; quantity: number }

/** A perfume at the price of the shop; `lack` is why it cannot be had as entered. */
export type OrderLine = TypedLine & { lack: Lack | undefined }
export type Lack = 'gone' | { left: number }

/** The perfumes of an order that is being entered, and what the shop charges for them. */
export function useOrderLines() {
  const [typed, setTyped] = useState<readonly TypedLine[]>([])
  const quote = trpc.checkout.quote.useQuery(
    { deliveryLocation: 'embu', items: typed.map(({ productId, quantity }) => ({ productId, quantity })) },
    { enabled: typed.length > 0, placeholderData: keepPreviousData },
  )
  const lines = typed.map((line) => lineNow(line, quote.data))
  return {
    lines,
    quote: lines.length > 0 ? quote.data : undefined,
    /** Some of it is sold out, or fewer are left; `priceAgain` asks whether they still are. */
    isShort: lines.some(({ lack }) => lack),
    /** The prices of these lines are on their way. */
    isPricing: lines.length > 0 && (quote.isPending || quote.isFetching || quote.isPlaceholderData),
    /** Why no prices of these lines came, empty where nothing did; `priceAgain` asks for them. Undefined otherwise. */
    refusal: lines.length > 0 && quote.isError ? failureOf(quote.error).text : undefined,
    priceAgain: () => void quote.refetch(),
    isFull: lines.length >= maxCartLines,
    add: ({ id, name, price }: { id: string; name: string; price: number }) =>
      setTyped((before) =>
        before.some(({ productId }) => productId === id)
          ? withQuantity(before, id, (quantity) => quantity + 1)
          : [...before, { productId: id, name, price, quantity: 1 }],
      ),
    change: (productId: string, by: number) =>
      setTyped((before) => withQuantity(before, productId, (quantity) => quantity + by)),
  }
}

/** A line as the shop has it now; as it was entered where `quote` does not cover it yet. */
function lineNow(line: TypedLine, quote: Quote | undefined): OrderLine {
  const isThis = ({ productId }: { productId: string }) => productId === line.productId
  return { ...line, price: quote?.items.find(isThis)?.productPrice ?? line.price, lack: lackOf(line, quote) }
}

/** The quote may be that of the quantities before, whose count of what is left still holds. */
function lackOf({ productId, quantity }: TypedLine, quote: Quote | undefined): Lack | undefined {
  const left = quote?.shortages.find((shortage) => shortage.productId === productId)?.left
  if (left === undefined) return quote?.unavailable.includes(productId) ? 'gone' : undefined
  return left < quantity ? { left } : undefined
}

function withQuantity(lines: readonly TypedLine[], productId: string, change: (quantity: number) => number) {
  return lines.flatMap((line) => {
    if (line.productId !== productId) return line
    const quantity = Math.min(change(line.quantity), maxQuantity)
    return quantity > 0 ? { ...line, quantity } : []
  })
}
