import type { ShopEvent } from '@marashi/domain/contracts/events'
import type { OrderEmailKind } from './order-email.entity.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/**
 * How long each e-mail waits after what it tells. Most orders are paid within two minutes, and their receipt says all that
 * "received" would; a step that the owner tapped by mistake is undone within one.
 */
export const waitMs: Record<OrderEmailKind, number> = { received: 2 * MINUTE_MS, 'sent-out': MINUTE_MS }

/** What the shopper is told of an event; null of most. */
export function emailOfEvent(event: ShopEvent): OrderEmailKind | null {
  if (event.type !== 'order.placed' && event.type !== 'order.status_changed') return null
  const isPlaced = event.type === 'order.placed'
  const status = isPlaced ? event.data.status : event.data.to
  if (status === 'shipped') return 'sent-out'
  // One that was cancelled before it was said to be received stands again, as when its shopper pays in another way.
  const isStanding = isPlaced || event.data.from === 'cancelled'
  return isStanding && (status === 'pending' || status === 'processing') ? 'received' : null
}
