import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { nextWait, startWait, type Wait, type WaitEvent } from './mpesa-wait.ts'

const tickMs = 1_000

/**
 * The wait for a payment, moved on by what happens and by the clock. `onPhase` is called after an event that led to
 * another phase.
 */
export function useWait(order: PendingPayment, onPhase: (wait: Wait, event: WaitEvent) => void) {
  const [wait, setWait] = useState(() => startWait(order, Date.now()))
  // Events come between two renders, and each must build on the one before it.
  const latest = useRef(wait)

  /** False when the event changes nothing. */
  function apply(event: WaitEvent): boolean {
    const before = latest.current
    const after = nextWait(before, event)
    if (after === before) return false
    latest.current = after
    setWait(after)
    if (after.phase !== before.phase) onPhase(after, event)
    return true
  }

  const tick = useEffectEvent(() => void apply({ type: 'tick', at: Date.now() }))
  useEffect(() => {
    const timer = setInterval(tick, tickMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])

  return { wait, apply }
}
