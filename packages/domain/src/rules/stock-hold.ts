/** How long an order that is not paid keeps the pieces that it took from others: docs/behaviour.md#stock. */

import type { ShopSettings } from './settings/groups.ts'

const HOUR_MS = 3_600_000

/** So short that an order's five prompts in an hour cannot be open at every look: whoever pays none would hold its pieces for ever. */
const LOOKED_AT_AGAIN_MS = 5 * 60_000

/** Who was asked for money this lately may be about to pay. */
const BEING_PAID_MS = 30 * 60_000

/**
 * What such an order may hold on beyond the time that it was given when it began to wait: enough for a prompt that failed and the
 * card after it. Whoever opens a form again and again and never pays keeps no piece from others for longer.
 */
const BEING_PAID_BEYOND_HOLD_MS = 2 * HOUR_MS

type Hold = Pick<ShopSettings, 'stock'>

/** How long an order keeps what it took, counted from when it begins to wait. */
export const holdMs = ({ stock }: Hold, { isOnDelivery }: { isOnDelivery: boolean }): number =>
  (isOnDelivery ? stock.deliveryHoldDays * 24 : stock.holdHours) * HOUR_MS

/** Until when an order that begins to wait now keeps what it took of counted stock. */
export const heldUntil = (settings: Hold, { isOnDelivery, now }: { isOnDelivery: boolean; now: Date }): Date =>
  new Date(now.getTime() + holdMs(settings, { isOnDelivery }))

/** Until when whoever was asked for money, or has opened a card's form, at `askedAt` may be about to pay. */
export const beingPaidUntil = (askedAt: Date): Date => new Date(askedAt.getTime() + BEING_PAID_MS)

/**
 * Until when an order whose time is over goes on holding its pieces; undefined where nothing may pay it any more. `holdEndsAt`: the
 * end of the time that it was given; `askedAt`: when its customer was last asked for money; `isUndecided`: money of it may be with
 * the shop, so it is looked at again soon.
 */
export function heldOnUntil(
  { holdEndsAt, askedAt, isUndecided }: { holdEndsAt: Date; askedAt: Date | null; isUndecided: boolean },
  now: Date,
): Date | undefined {
  const atMost = holdEndsAt.getTime() + BEING_PAID_BEYOND_HOLD_MS
  const paidUntil = new Date(Math.min(beingPaidUntil(askedAt ?? new Date(0)).getTime(), atMost))
  if (paidUntil > now) return paidUntil
  return isUndecided ? new Date(now.getTime() + LOOKED_AT_AGAIN_MS) : undefined
}
