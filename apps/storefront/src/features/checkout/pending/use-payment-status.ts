import { type Failure, failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import { useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useEffectEvent } from 'react'
import { statusQuery } from './status-query.ts'

/** Every 2 s; a failed query is repeated 3 times after 1, 2 and 4 s, never later than after 30 s. */
const pollMs = 2_000
/** Money may come after the wait is over. */
const lateMs = 10_000
const retries = 3
/** The shop answers within 2 s; a mobile network may drop a connection without telling, and no other query is sent meanwhile. */
const answerWithinMs = 10_000
const longestPauseMs = 30_000
const pauseAfter = (failures: number) => Math.min(1_000 * 2 ** failures, longestPauseMs)

/** How often to ask. `once`: now, and again whenever the page becomes visible. */
export type Polling = 'often' | 'seldom' | 'once' | 'never'
const intervals: Record<Polling, number | false> = { often: pollMs, seldom: lateMs, once: false, never: false }

/**
 * Asks the shop for the status of an order's payment: `often` while the shopper waits, `seldom` when the wait is over
 * and money may still come, and at once when the page becomes visible again. `onStatus` gets what was asked for since this
 * component is there, never an answer of before. `onOutage` is called once per outage, and
 * again where the shop says that there is no such order; polling goes on. See docs/behaviour.md#m-pesa-wait.
 */
export function usePaymentStatus({
  orderId,
  polling,
  onStatus,
  onOutage,
}: {
  orderId: string
  polling: Polling
  onStatus: (status: PaymentStatusAnswer) => void
  onOutage: (failure: Failure) => void
}) {
  const { client } = trpc.useUtils()
  const order = { id: orderId }
  const { data, dataUpdatedAt, isFetchedAfterMount, error, errorUpdatedAt, isError, refetch } = useQuery({
    queryKey: getQueryKey(trpc.orders.paymentStatus, order, 'query'),
    queryFn: () => client.orders.paymentStatus.query(order, { signal: AbortSignal.timeout(answerWithinMs) }),
    enabled: polling !== 'never',
    refetchInterval: intervals[polling],
    refetchIntervalInBackground: true,
    retry: retries,
    retryDelay: pauseAfter,
    ...statusQuery,
  })
  const notifyStatus = useEffectEvent(() => data && isFetchedAfterMount && onStatus(data))
  useEffect(() => {
    notifyStatus()
  }, [dataUpdatedAt])

  // A query without any answer so far forgets its failure as soon as it asks again.
  const isOut = data === undefined ? errorUpdatedAt > 0 : isError
  const isGone = error !== null && failureOf(error).status === 404
  const notifyOutage = useEffectEvent(() => error && onOutage(failureOf(error)))
  useEffect(() => {
    if (isOut) notifyOutage()
  }, [isOut, isGone])

  const askIfSeen = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && polling !== 'never') void refetch()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', askIfSeen)
    window.addEventListener('pageshow', askIfSeen)
    return () => {
      document.removeEventListener('visibilitychange', askIfSeen)
      window.removeEventListener('pageshow', askIfSeen)
    }
  }, [])

  /** Asks now, and comes back with the answer; undefined where none came. */
  async function askNow(): Promise<PaymentStatusAnswer | undefined> {
    const answer = await refetch()
    return answer.isSuccess ? answer.data : undefined
  }

  return { lastStatus: data, isOut, askNow }
}
