import type { AppRouter } from '@marashi/api/router'
import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'

/** An answer names its time in whole seconds, and takes a while to arrive: what differs by less is no other time. */
const MINUTE_MS = 60_000

let aheadMs = 0
const listeners = new Set<() => void>()

/**
 * What time it is at the shop, in milliseconds since 1970. The clock of a device may be a day ahead, and the shop's day is not its
 * own: until the first answer it is the device's time, from then on the one that the shop's answers bear.
 */
export const shopNow = (): number => Date.now() - aheadMs

/** Calls back when `shopNow` is another time than the one that it went on from; returns the way to stop. */
export function subscribeToShopClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the shop's time by the `Date` of an answer; one without it changes nothing. */
export function setShopClock({ headers }: Pick<Response, 'headers'>): void {
  const measuredMs = Date.now() - Date.parse(headers.get('date') ?? '')
  const isOff = Math.abs(measuredMs - aheadMs) >= MINUTE_MS
  if (!isOff) return
  aheadMs = measuredMs
  for (const listener of listeners) listener()
}

/** Sets the shop's time by every answer. */
export const shopClockLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    next(op).pipe(
      tap({
        next({ context }) {
          if (context?.response instanceof Response) setShopClock(context.response)
        },
      }),
    )
