import { db } from '../../../db/db.ts'
import { recordDone } from '../../../db/record-done.ts'
import type { Context } from '../../../http/context.ts'
import { makePostToInternet, type PostToInternet } from '../../../outgoing/post-to-internet.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'
import type { NoticeText } from '../notice.entity.ts'
import { pushKeys } from './push-keys.ts'

/** A push service keeps what a phone that is switched off has not got for so long. */
const KEEP_SECONDS = 24 * 60 * 60
/** How messages leave for push services: which one it is, the browser says, and so whoever subscribes one. */
export const postPush: PostToInternet = makePostToInternet({ timeoutMs: 15_000 })
/** The browser has withdrawn its subscription. */
const GONE = new Set([404, 410])

/** A push service did not take a message. */
export class PushRefused extends Error {
  readonly status: number
  constructor(status: number, answer: string) {
    super(`The push service answered ${status}: ${answer.slice(0, 200)}`)
    this.status = status
  }
}

/** What a push service is posted. */
interface Push {
  endpoint: string
  headers: Record<string, string>
  body: string | Buffer
}

/**
 * Encrypts a notice for one browser. `tag` replaces a notification of the same tag that is still shown. To a subscription that has
 * ended nothing is sent any more: it answers undefined.
 */
export async function writePush(
  ctx: Pick<Context, 'em' | 'settings' | 'clock'>,
  { subscriptionId, text, tag }: { subscriptionId: string; text: NoticeText; tag: string },
): Promise<Push | undefined> {
  const subscription = await db(ctx.em)
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', subscriptionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!subscription) return undefined
  const { endpoint, ...keys } = subscription
  const { shop } = await settingsOf(ctx)
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify({ ...text, tag }), {
    // Whom a push service may ask about the shop's messages, as RFC 8292 wants it.
    vapidDetails: { subject: `mailto:${shop.email}`, ...(await pushKeys(ctx)) },
    TTL: KEEP_SECONDS,
    urgency: 'high',
  })
  const { 'Content-Length': _, ...sent } = headers as Record<string, string>
  return { endpoint, headers: sent, body: body ?? '' }
}

/**
 * Gives a notice to the push service of its browser; answers false where the subscription has ended, which `endSubscription` stores. Throws
 * PushRefused, and what `post` throws.
 */
export async function sendPush({ endpoint, ...push }: Push, post: PostToInternet): Promise<boolean> {
  const { status, answer } = await post(endpoint, push)
  if (GONE.has(status)) return false
  if (status >= 300) throw new PushRefused(status, answer)
  return true
}

/** To a browser that has withdrawn its subscription nothing is sent any more. */
export const endSubscription = ({ em, clock }: Pick<Context, 'em' | 'clock'>, id: string) =>
  recordDone(() =>
    db(em)
      .updateTable('push_subscriptions')
      .set({ ended_at: clock() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute(),
  )
