import { shopNow, subscribeToShopClock } from '@marashi/api-client/shop-clock'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { useEffect, useState } from 'react'
import { isDialogOpen } from './display/is-dialog-open.ts'

const LOOK_EVERY_MS = 30_000

/**
 * Today in Nairobi by the shop's clock, as a page shows it, "2026-11-21". It turns within half a minute of midnight, or once the tab is seen again,
 * as a phone in a pocket stops its timers. With the old day goes what is open in its cards: a form is finished first.
 */
export function useToday(): string {
  const [today, setToday] = useState(() => nairobiDay(shopNow()))
  useEffect(() => {
    const look = () => isDialogOpen() || setToday(nairobiDay(shopNow()))
    const looking = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    const unsubscribe = subscribeToShopClock(look)
    return () => {
      clearInterval(looking)
      unsubscribe()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return today
}
