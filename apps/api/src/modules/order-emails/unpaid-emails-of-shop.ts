import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { limitSettingOf } from '../../http/limits/limit-settings.ts'
import type { ShopLimit } from '../../http/limits/shop-limit.ts'

export const unpaidEmailsOfShop: ShopLimit = { name: 'unpaidEmailsOfShop', isReached: isShopAtLimit }

/** Whether the shop has written as often as it may in a day about orders that are not paid. See limit-table.ts. */
export async function isShopAtLimit({ em, env, clock }: Pick<Context, 'em' | 'env' | 'clock'>): Promise<boolean> {
  const setting = limitSettingOf('unpaidEmailsOfShop', env)
  if (!setting) return false
  const latest = await db(em)
    .selectFrom('order_emails as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .where('e.kind', '=', 'received')
    .where('e.sent_at', '>', new Date(clock().getTime() - setting.seconds * 1_000))
    .where('o.paid_at', 'is', null)
    .select('e.id')
    .limit(setting.most)
    .execute()
  return latest.length >= setting.most
}
