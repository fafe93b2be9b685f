import type { NoticeChannel } from '@marashi/domain/rules/notices'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import { UNWRITTEN } from '../mail/refusal.ts'
import { OWNER } from './queue-notices.ts'
import { NOBODY_THERE } from './send-notices.ts'

/** When each recipient took something last: a notice, a test or, of the owner by e-mail, what the checks of the shop write. */
export const lastTaken = (em: EntityManager) =>
  db(em)
    .selectFrom(({ selectFrom, val }) =>
      selectFrom('notices')
        .where('sent_at', 'is not', null)
        .select(['channel', 'recipient', 'sent_at as at'])
        .unionAll(
          selectFrom('health_problems')
            .where('mailed_at', 'is not', null)
            .select([val<NoticeChannel>('email').as('channel'), val(OWNER).as('recipient'), 'mailed_at as at']),
        )
        .unionAll(
          selectFrom('push_subscriptions')
            .where('tested_at', 'is not', null)
            .select([
              val<NoticeChannel>('push').as('channel'),
              sql<string>`id::text`.as('recipient'),
              'tested_at as at',
            ]),
        )
        .as('taken'),
    )
    .groupBy(['channel', 'recipient'])
    .select(({ fn }) => ['channel', 'recipient', fn.max<Date>('at').as('at')])

/** When an e-mail to the owner was taken last; the beginning of time where none was. */
export async function lastTakenByOwner(em: EntityManager): Promise<Date> {
  const taken = await lastTaken(em).where('channel', '=', 'email').executeTakeFirst()
  return taken?.at ?? new Date(0)
}

/** Since when an untaken notice is: its first attempt failed then, or its recipient took something last or got another address. */
export const untakenSince = sql<Date>`greatest(coalesce(n.first_failed_at, n.created_at), t.at, a.changed_at)`

/**
 * The notices of kinds that the owner wants, and that wait after an attempt or were given up, of recipients that are still there and have taken nothing since, with
 * the browser they were for. Where others were taken since, it is the notice that is refused, and not whom it is for; where the
 * owner has another e-mail address since, that one has refused nothing yet. Of what the shop itself could not write, nobody was asked.
 */
export const untakenNotices = (em: EntityManager, wanted: ShopSettings['notices']) =>
  unsentNotices(em, wanted)
    .leftJoin('shop_settings as a', (join) => join.on('a.key', '=', 'shop.email').on('n.channel', '=', 'email'))
    .where('n.last_problem', 'not in', [NOBODY_THERE, UNWRITTEN])
    // What was taken between its beginning and its last attempt, as before an outage, tells nothing.
    .where(
      sql<boolean>`coalesce(n.untaken_at, n.created_at) > coalesce(greatest(t.at, a.changed_at), '-infinity'::timestamptz)`,
    )

/** Those that the shop itself could not write, and that wait for it or were given up while their recipient has taken no other since. */
export const unwrittenNotices = (em: EntityManager, wanted: ShopSettings['notices']) =>
  unsentNotices(em, wanted)
    .where('n.last_problem', '=', UNWRITTEN)
    .where(sql<boolean>`(n.next_attempt_at is not null or n.created_at > coalesce(t.at, '-infinity'::timestamptz))`)

const unsentNotices = (em: EntityManager, { email, push }: ShopSettings['notices']) =>
  db(em)
    .selectFrom('notices as n')
    .leftJoin(lastTaken(em).as('t'), (join) =>
      join.onRef('t.channel', '=', 'n.channel').onRef('t.recipient', '=', 'n.recipient'),
    )
    .leftJoin('push_subscriptions as s', (join) =>
      join.on(sql<boolean>`s.id::text = n.recipient and s.ended_at is null`),
    )
    .where('n.sent_at', 'is', null)
    // Whoever switched a kind off misses nothing of it any more.
    .where(sql<boolean>`n.kind = any(case n.channel when 'email' then ${email}::text[] else ${push}::text[] end)`)
    .where(({ eb, or }) => or([eb('n.channel', '=', 'email'), eb('s.id', 'is not', null)]))
