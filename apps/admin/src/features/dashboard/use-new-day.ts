import { trpc } from '@marashi/api-client/trpc'
import { useEffect } from 'react'
import { useToday } from '../../lib/use-today.ts'

const ASK_AGAIN_MS = 30_000

/**
 * Reads the figures of the dashboard again once the day that they show is over. The shop's clock decides, and its network may be
 * away at midnight: they are asked for until they are of the new day.
 */
export function useNewDay(shown: string | undefined): void {
  const { dashboard } = trpc.useUtils().admin
  const today = useToday()
  const isOver = shown !== undefined && shown < today
  useEffect(() => {
    if (!isOver) return
    const ask = () => void dashboard.invalidate()
    ask()
    const asking = setInterval(ask, ASK_AGAIN_MS)
    return () => clearInterval(asking)
  }, [isOver, dashboard])
}
