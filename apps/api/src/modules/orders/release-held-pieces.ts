import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import { heldOnUntil, heldUntil, holdMs } from '@marashi/domain/rules/stock-hold'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { giveBackStock } from '../catalogue/stock/give-back-stock.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { attemptsInDoubt, flaggedPayments, openClaims } from './undecided-money.ts'

/** Stands for the time of an order that has been looked at; null says that it never had one. */
const timeIsOver = sql<Date>`'-infinity'::timestamptz`

/** Of one run; the next one goes on with the rest. */
const AT_MOST = 1_000

/**
 * Gives back what orders hold that were neither paid nor begun in time; the orders stay as they are. One that fails stands in
 * no other's way; the first failure is thrown at the end. See docs/behaviour.md#stock.
 */
export async function releaseHeldPieces({
  em,
  clock,
  settings,
}: Pick<Context, 'em' | 'clock' | 'settings'>): Promise<void> {
  const now = clock()
  const shop = await settingsOf({ settings })
  const failures: unknown[] = []
  for (const { id } of await dueOrders(em, now)) {
    try {
      await em.fork().transactional((tx) => release(tx, id, { settings: shop, now }))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const dueOrders = (em: EntityManager, now: Date) =>
  db(em)
    .selectFrom('orders')
    .where('pieces_held_until', '>', timeIsOver)
    .where('pieces_held_until', '<=', now)
    .select('id')
    .orderBy('pieces_held_until')
    .limit(AT_MOST)
    .execute()

async function release(
  tx: EntityManager,
  id: string,
  { settings, now }: { settings: ShopSettings; now: Date },
): Promise<void> {
  // A receipt that is made up keeps pieces from others no longer than an order that is to be paid on delivery.
  const claimedAfter = new Date(now.getTime() - holdMs(settings, { isOnDelivery: true }))
  const order = await db(tx)
    .selectFrom('orders as o')
    .where('o.id', '=', id)
    .where('o.pieces_held_until', '>', timeIsOver)
    .where('o.pieces_held_until', '<=', now)
    .select(({ exists, or }) => [
      'o.status',
      'o.fulfilment',
      'o.hold_ends_at as holdEndsAt',
      'o.created_at as createdAt',
      'o.payment_method as paymentMethod',
      'o.paid_at as paidAt',
      'o.payment_initiated_at as askedAt',
      or([exists(flaggedPayments), exists(attemptsInDoubt), exists(openClaims.where('c.asked_at', '>', claimedAfter))])
        .$castTo<boolean>()
        .as('isUndecided'),
    ])
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!order) return
  // What the owner has begun is hers to give back. Deleted and refunded ones have no fulfilment.
  const isWaiting = order.status === 'pending' && order.paidAt === null && order.fulfilment !== null
  // Orders of before the end was kept count from when they were placed.
  const isOnDelivery = order.paymentMethod === 'manual'
  const holdEndsAt = order.holdEndsAt ?? heldUntil(settings, { isOnDelivery, now: order.createdAt })
  const heldOn = isWaiting ? heldOnUntil({ ...order, holdEndsAt }, now) : undefined
  if (isWaiting && !heldOn) await giveBackStock(tx, id, { reason: 'unpaid', now })
  await db(tx)
    .updateTable('orders')
    .set({ pieces_held_until: heldOn ?? timeIsOver })
    .where('id', '=', id)
    .execute()
}
