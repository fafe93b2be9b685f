import { useEffect, useState } from 'react'

const tickMs = 1_000

/**
 * How many units of time are left until an instant, counted from full ones down to 0. Read from the clock, because a phone
 * that sleeps counts no ticks; draws only when the number changes.
 */
export function useCountdown(untilMs: number, unitMs: number): number {
  const left = () => Math.max(0, Math.ceil((untilMs - Date.now()) / unitMs))
  const [, setShown] = useState(left)
  useEffect(() => {
    const look = () => setShown(Math.max(0, Math.ceil((untilMs - Date.now()) / unitMs)))
    const timer = setInterval(look, tickMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [untilMs, unitMs])
  return left()
}
