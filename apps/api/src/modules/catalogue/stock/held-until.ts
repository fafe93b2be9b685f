import type { Context } from '../../../http/context.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'

const HOUR_MS = 3_600_000

/** Until when an order that is unpaid now keeps what it took of counted stock: docs/behaviour.md#stock. */
export async function heldUntil({ settings, clock }: Pick<Context, 'settings' | 'clock'>): Promise<Date> {
  const { stock } = await settingsOf({ settings })
  return new Date(clock().getTime() + stock.holdHours * HOUR_MS)
}
