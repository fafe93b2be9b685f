import { beingPaidUntil, heldUntil } from '@marashi/domain/rules/stock-hold'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { limitReached, limitSettingOf } from '../../http/limits/limit-settings.ts'
import type { ShopLimit } from '../../http/limits/shop-limit.ts'
import type { ShopError } from '../../shop-error.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'

const RETRY_AFTER_MS = 10 * 60_000
/** Of a phone that is known here; whoever knows such a phone could order by it without end. */
const WAITING_OF_KNOWN_PHONE = 5

/** What holds for a visitor's order that is to be paid on delivery. See limit-table.ts. */
export interface DeliveryBound {
  phone: string
  /** So many orders may wait. */
  most: number
  /** What has begun to wait within the time of the limit holds its pieces beyond this, and nothing that is only held on. */
  heldBeyond: Date
}

/** Undefined where the limit is off, and for whom it does not hold: the administrator and keys that may change orders. */
export async function deliveryBound(
  ctx: Pick<Context, 'env' | 'settings' | 'clock' | 'isHeldTo'>,
  phone: string,
): Promise<DeliveryBound | undefined> {
  const limit = await limitNow(ctx)
  return limit && (await ctx.isHeldTo('deliveryOrdersOfShop')) ? { ...limit, phone } : undefined
}

/** Why no more orders may wait; undefined where one more may. */
export async function refusalBeyond(
  { em, log }: Pick<Context, 'em' | 'log'>,
  bound: DeliveryBound,
): Promise<ShopError | undefined> {
  const [found] = await admission(em, bound)
  if (found?.isWithin) return undefined
  log.warn('pay on delivery is refused to new phones: too many such orders wait')
  return tooManyWait()
}

export const tooManyWait = (): ShopError => limitReached('deliveryOrdersOfShop', RETRY_AFTER_MS)

/** The bound of an order that is to turn to pay on delivery. Throws TOO_MANY_REQUESTS where it may not. */
export async function limitTurnToDelivery(ctx: Context, orderId: string): Promise<DeliveryBound | undefined> {
  const order = await db(ctx.em)
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select('customer_phone as phone')
    .executeTakeFirst()
  const bound = order && (await deliveryBound(ctx, order.phone))
  const refusal = bound && (await refusalBeyond(ctx, bound))
  if (refusal) throw refusal
  return bound
}

export const deliveryOrdersOfShop: ShopLimit = {
  name: 'deliveryOrdersOfShop',
  async isReached(ctx) {
    const limit = await limitNow(ctx)
    if (!limit) return false
    const newest = await newestWaiting(ctx.em, limit).execute()
    return newest.length >= limit.most
  },
}

/**
 * Whether fewer orders wait than the limit lets, or the phone is known and few of its own do: its orders are read only where too
 * many wait. Statements that run at the same moment do not see one another's orders, so a few more may come to wait.
 */
export function isWithinBound(em: EntityManager, { phone, most, heldBeyond }: DeliveryBound): RawBuilder<boolean> {
  const isOfPhone = sql<boolean>`phone_digits(o.customer_phone) = phone_digits(${phone}::text)`
  const good = db(em)
    .selectFrom('orders as o')
    .where(isOfPhone)
    .where('o.deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('o.paid_at', 'is not', null), eb('o.status', '=', 'delivered')]))
    .select('o.id')
  const ofPhone = waiting(em).where(isOfPhone).limit(WAITING_OF_KNOWN_PHONE)
  return sql<boolean>`case when ${countOf(newestWaiting(em, { most, heldBeyond }))} < ${most}::int then true
    else exists ${good} and ${countOf(ofPhone)} < ${WAITING_OF_KNOWN_PHONE} end`
}

const admission = compileOnce((em, bound: DeliveryBound) =>
  db(em).selectNoFrom(isWithinBound(em, bound).as('isWithin')),
)

type Limit = Omit<DeliveryBound, 'phone'>

/** Undefined where the limit is off. */
async function limitNow(ctx: Pick<Context, 'env' | 'settings' | 'clock'>): Promise<Limit | undefined> {
  const setting = limitSettingOf('deliveryOrdersOfShop', ctx.env)
  if (!setting) return undefined
  const now = ctx.clock()
  const since = new Date(now.getTime() - setting.seconds * 1_000)
  const begun = heldUntil(await settingsOf(ctx), { isOnDelivery: true, now: since })
  // Where the owner has set one day, an older order that is held on would else count as one that has just begun to wait.
  const prolonged = beingPaidUntil(now)
  return { most: setting.most, heldBeyond: begun > prolonged ? begun : prolonged }
}

// Written out, so that a plan for any values finds the index that holds just these.
const waits = sql<boolean>`o.payment_method = 'manual' and o.status = 'pending' and o.paid_at is null and o.deleted_at is null`

const waiting = (em: EntityManager) => db(em).selectFrom('orders as o').where(waits).select('o.id')

/** As many as the limit lets wait. */
const newestWaiting = (em: EntityManager, { most, heldBeyond }: Limit) =>
  waiting(em).where('o.pieces_held_until', '>', heldBeyond).limit(sql<number>`${most}::int`)

const countOf = (rows: Expression<unknown>) => sql<number>`(select count(*) from ${rows} as counted)`
