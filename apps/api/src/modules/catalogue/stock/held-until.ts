import type { ShopSettings } from '@marashi/domain/rules/settings/groups'

const HOUR_MS = 3_600_000

/** Until when an order that is unpaid now keeps what it took of counted stock: docs/behaviour.md#stock. */
export const heldUntil = ({ stock }: ShopSettings, now: Date): Date =>
  new Date(now.getTime() + stock.holdHours * HOUR_MS)
