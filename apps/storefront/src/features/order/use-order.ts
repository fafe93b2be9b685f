import { trpc } from '@marashi/api-client/trpc'
import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { useEffect, useState } from 'react'
import { asksAgainAfter } from './order-words.ts'

/**
 * The order of this link, asked for again for as long as something may change, and whenever the page becomes visible.
 * `hasChanged` is true once the order is not any more what the page was opened with.
 */
export function useOrder(secret: string): { order: OrderPage; hasChanged: boolean; askNow: () => void } {
  const [order, { refetch }] = trpc.orders.page.useSuspenseQuery(
    { secret },
    {
      staleTime: 0,
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state: { data } }) => (data ? asksAgainAfter(data) * 1_000 || false : false),
    },
  )
  const [opened] = useState(order.version)
  useEffect(() => {
    window.endOrderWatch?.()
  }, [])
  return { order, hasChanged: order.version !== opened, askNow: () => void refetch() }
}
