import type { PushStatus, SubscribePush } from '@marashi/domain/contracts/admin-push'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'
import { pushKeys } from './push-keys.ts'
import { endSubscription, PushRefused, postPush, sendPush, writePush } from './send-push.ts'

/** More than an owner has browsers; each costs a request for each notice. */
const MOST = 20

/** The browsers that are notified, or were until they ended, newest first, and the key that others subscribe with. */
export async function pushStatus(ctx: Context): Promise<PushStatus> {
  const [{ publicKey }, subscriptions] = await Promise.all([
    pushKeys(ctx),
    db(ctx.em)
      .selectFrom('push_subscriptions')
      .select(({ ref }) => [
        'id',
        'endpoint',
        'browser',
        instant(ref('created_at')).as('createdAt'),
        instant(ref('ended_at')).as('endedAt'),
      ])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
  ])
  return { publicKey, subscriptions }
}

/**
 * Stores a browser's subscription; the same endpoint keeps its id. The one that the browser had before is over with it: only the
 * browser itself can tell which that is, for two phones have one name. Throws CONFLICT where there are too many.
 */
export async function subscribePush(
  { em, clock }: Context,
  { endpoint, keys, browser, replaces }: SubscribePush,
): Promise<{ id: string }> {
  return await em.fork().transactional(async (tx) => {
    const stored = await db(tx)
      .insertInto('push_subscriptions')
      .values({ endpoint, ...keys, browser, created_at: clock(), id: undefined })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...keys, browser, ended_at: null }))
      .returning('id')
      .executeTakeFirstOrThrow()
    if (replaces && replaces !== stored.id)
      await db(tx).deleteFrom('push_subscriptions').where('id', '=', replaces).execute()
    const { count } = await db(tx)
      .selectFrom('push_subscriptions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count > MOST) throw new ShopError('CONFLICT', `Please remove a browser first: ${MOST} are notified already.`)
    return stored
  })
}

/** Ends a subscription, with what waits for it. One that is gone already is fine. */
export async function unsubscribePush({ em }: Context, { id }: { id: string }): Promise<void> {
  await db(em).deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/**
 * Sends a notice to one browser, so that its owner sees how it looks. Throws NOT_FOUND, and SERVICE_UNAVAILABLE where its push service
 * does not take it.
 */
export async function testPush(ctx: Context, { id }: { id: string }, post = postPush): Promise<void> {
  const text = {
    title: `${(await settingsOf(ctx)).shop.name} can reach you`,
    body: 'New orders and whatever needs you will look like this.',
    path: '/admin/dashboard',
  }
  const push = await writePush(ctx, { subscriptionId: id, text, tag: 'test' })
  if (!push) throw notFound('Subscription')
  const isSent = await sendPush(push, post).catch((cause: Error) => {
    const status = cause instanceof PushRefused ? ` (${cause.status})` : ''
    throw new ShopError('SERVICE_UNAVAILABLE', `The browser’s push service did not take the notice${status}.`, {
      retryAfterSeconds: 30,
      cause,
    })
  })
  if (!isSent) {
    await endSubscription(ctx, id)
    throw notFound('Subscription')
  }
  // It is reached again, whatever it has not taken before.
  await db(ctx.em).updateTable('push_subscriptions').set({ tested_at: ctx.clock() }).where('id', '=', id).execute()
}
