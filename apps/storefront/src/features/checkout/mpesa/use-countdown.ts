import { useEffect, useState } from 'react'

const tickMs = 1_000

/**
 * How many started units of time are left until an instant, down to 0. Read from the clock, because a sleeping phone
 * runs no timers; renders only when the number changes.
 */
export function useCountdown(untilMs: number, unitMs: number): number {
  const [, setShown] = useState(() => unitsLeft(untilMs, unitMs))
  useEffect(() => {
    const update = () => setShown(unitsLeft(untilMs, unitMs))
    const timer = setInterval(update, tickMs)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [untilMs, unitMs])
  return unitsLeft(untilMs, unitMs)
}

const unitsLeft = (untilMs: number, unitMs: number): number => Math.max(0, Math.ceil((untilMs - Date.now()) / unitMs))
