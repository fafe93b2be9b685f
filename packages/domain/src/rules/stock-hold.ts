/** How long an order that is not paid keeps the pieces that it took from others: docs/behaviour.md#stock. */

import type { ShopSettings } from './settings/groups.ts'

const HOUR_MS = 3_600_000

/** So short that an order's five prompts in an hour cannot be open at every look: whoever pays none would hold its pieces for ever. */
const LOOKED_AT_AGAIN_MS = 5 * 60_000

/** Who was asked for money this lately may be about to pay. */
const BEING_PAID_MS = 30 * 60_000

/** Until when an order that begins to wait now keeps what it took of counted stock. */
export const heldUntil = (settings: ShopSettings, { paymentMethod, now }: { paymentMethod: string; now: Date }): Date =>
  new Date(now.getTime() + holdMs(settings, { paymentMethod }))

/** Until when an order that waits longer, because its money is not decided on, goes on until it is looked at again. */
export const prolongedUntil = (now: Date): Date => new Date(now.getTime() + LOOKED_AT_AGAIN_MS)

/** Until when whoever was asked for money, or has opened a card's form, at `askedAt` may be about to pay. */
export const beingPaidUntil = (askedAt: Date): Date => new Date(askedAt.getTime() + BEING_PAID_MS)

/** How long an order keeps what it took, counted from when it begins to wait. */
export const holdMs = ({ stock }: ShopSettings, { paymentMethod }: { paymentMethod: string }): number =>
  (paymentMethod === 'manual' ? stock.deliveryHoldDays * 24 : stock.holdHours) * HOUR_MS
