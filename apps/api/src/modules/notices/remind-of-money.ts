import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import type { Context } from '../../http/context.ts'
import { countWaitingClaims } from '../payments/claims/count-waiting-claims.ts'
import { countUnsentRefunds } from '../payments/refunds/count-unsent-refunds.ts'
import { countUnmatched } from '../payments/transactions/count-unmatched.ts'
import { countSetAsideEvents } from '../payments/webhooks/list-set-aside-events.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import type { NoticeText } from './notice.entity.ts'
import { queue } from './queue-notices.ts'

const listOf = new Intl.ListFormat('en-GB')
const DAY_MS = 24 * 60 * 60_000

/**
 * Queues one notice a day about all that waits for the owner's decision: receipts that shoppers typed, money that came
 * more than a day ago and has no order, what a gateway reported of no known payment, and refunds that nobody has sent. The
 * day's own money is left out, as the owner may be about to see to it.
 */
export async function remindOfMoney(ctx: Context): Promise<void> {
  const text = await moneyThatWaits(ctx)
  if (!text) return
  const { em, clock } = ctx
  const now = clock()
  const { notices: settings } = await settingsOf(ctx)
  await queue(em, [{ kind: 'flag', cause: `money ${nairobiDay(now)}`, text }], { ...ctx, now, settings })
}

/** All that waits for the owner's decision at this moment, in one text; null where nothing does. */
export async function moneyThatWaits(ctx: Context): Promise<NoticeText | null> {
  const { em, clock } = ctx
  const now = clock()
  const [claims, unmatched, setAside, unsent] = await Promise.all([
    countWaitingClaims(em),
    countUnmatched(em, now, { before: new Date(now.getTime() - DAY_MS) }),
    countSetAsideEvents(em),
    countUnsentRefunds(ctx),
  ])
  const waiting = [
    counted(claims.count, ['receipt that a customer typed', 'receipts that customers typed']),
    counted(unmatched, ['payment without an order', 'payments without an order']),
    counted(setAside.ofNoPayment, ['message of a gateway to look into', 'messages of gateways to look into']),
    counted(unsent.count, ['refund that was not sent', 'refunds that were not sent']),
  ].filter((part) => part !== null)
  if (waiting.length === 0) return null
  const path = claims.count + unmatched > 0 ? '/admin/cash-up' : '/admin/health'
  return { title: 'Money waits for you', body: `${listOf.format(waiting)}.`, path }
}

const counted = (count: number, [one, many]: readonly [string, string]): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`
