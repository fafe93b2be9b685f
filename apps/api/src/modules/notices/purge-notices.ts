import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import { anyFound, PURGE_BATCH, untilNoneIsLeft } from '../../db/until-none-is-left.ts'
import type { Context } from '../../http/context.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { untakenNotices } from './last-taken.ts'
import { causeOfProblem } from './queue-problems.ts'

const KEEP_MS = 30 * 24 * 60 * 60_000

/**
 * Removes what was sent or given up long ago, but for problems that last, and for what tells whether each recipient is reached: the
 * last that was taken, and the first of each kind that the owner wants and that was given up while nothing is.
 */
export async function purgeNotices({ em, clock, settings }: Pick<Context, 'em' | 'clock' | 'settings'>): Promise<void> {
  const before = new Date(clock().getTime() - KEEP_MS)
  const { notices } = await settingsOf({ settings })
  const kept = [...(await lastTakenOfEach(em)), ...(await firstUntakenOfEach(em, notices))]
  await untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('notices')
      .where('id', '=', ({ selectFrom }) =>
        anyFound(
          selectFrom('notices')
            .select('id')
            .where('created_at', '<', before)
            .where('next_attempt_at', 'is', null)
            .$if(kept.length > 0, (old) => old.where('id', 'not in', kept))
            // That a problem was told stays known while it lasts: else it would be told again.
            .where(({ not, exists, ref }) =>
              not(
                exists(
                  selectFrom('health_problems')
                    .select('id')
                    .where('ended_at', 'is', null)
                    .where(causeOfProblem, '=', ref('notices.cause')),
                ),
              ),
            )
            .limit(PURGE_BATCH),
        ),
      )
      .executeTakeFirst(),
  )
}

async function lastTakenOfEach(em: EntityManager): Promise<number[]> {
  const rows = await db(em)
    .selectFrom('notices')
    .distinctOn(['channel', 'recipient'])
    .select('id')
    .where('sent_at', 'is not', null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('channel', '=', 'email'),
        eb('recipient', 'in', selectFrom('push_subscriptions').select(sql<string>`id::text`.as('id'))),
      ]),
    )
    .orderBy('channel')
    .orderBy('recipient')
    .orderBy('sent_at', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

async function firstUntakenOfEach(em: EntityManager, notices: ShopSettings['notices']): Promise<number[]> {
  const rows = await untakenNotices(em, notices)
    .groupBy(['n.channel', 'n.recipient', 'n.kind'])
    .select(({ fn }) => fn.min<number>('n.id').as('id'))
    .execute()
  return rows.map(({ id }) => id)
}
