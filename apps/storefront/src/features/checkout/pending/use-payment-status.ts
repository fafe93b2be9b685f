import { type Failure, failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { PaymentStatus } from '@marashi/domain/contracts/orders'
import { useEffect, useEffectEvent } from 'react'

/** Every 2 s; a failed question is repeated 3 times after 1, 2 and 4 s, never later than after 30 s. */
const pollMs = 2_000
/** Money may come after the wait is over. */
const lateMs = 10_000
const retries = 3
const longestPauseMs = 30_000
const pauseAfter = (failures: number) => Math.min(1_000 * 2 ** failures, longestPauseMs)

/** `once`: now, and again whenever the shopper looks at the page. */
export type Pace = 'often' | 'seldom' | 'once' | 'never'
const intervals: Record<Pace, number | false> = { often: pollMs, seldom: lateMs, once: false, never: false }

/**
 * Asks the shop about an order's payment: `often` while the shopper waits, `seldom` when the wait is over and money may
 * still come, and at once when the shopper looks at the page again. An outage is told once; asking goes on.
 */
export function usePaymentStatus({
  orderId,
  pace,
  onStatus,
  onOutage,
}: {
  orderId: string
  pace: Pace
  onStatus: (status: PaymentStatus) => void
  onOutage: (failure: Failure) => void
}) {
  const { data, dataUpdatedAt, error, isError, refetch } = trpc.orders.paymentStatus.useQuery(
    { id: orderId },
    {
      enabled: pace !== 'never',
      refetchInterval: intervals[pace],
      refetchIntervalInBackground: true,
      retry: retries,
      retryDelay: pauseAfter,
      staleTime: 0,
      gcTime: 0,
    },
  )
  const notifyStatus = useEffectEvent(() => data && onStatus(data))
  useEffect(() => {
    notifyStatus()
  }, [dataUpdatedAt])

  const notifyOutage = useEffectEvent(() => onOutage(failureOf(error)))
  useEffect(() => {
    if (isError) notifyOutage()
  }, [isError])

  const askNow = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && pace !== 'never') void refetch()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', askNow)
    window.addEventListener('pageshow', askNow)
    return () => {
      document.removeEventListener('visibilitychange', askNow)
      window.removeEventListener('pageshow', askNow)
    }
  }, [])

  return { lastStatus: data, isOut: isError, askNow: () => void refetch() }
}
