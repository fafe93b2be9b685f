import { sql } from 'kysely'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { NO_SMTP, UNWRITTEN, withoutAddresses } from '../../../mail/refusal.ts'
import { lastTakenByOwner } from '../../../notices/last-taken.ts'
import { isInventedAddress } from '../../../shop-settings/invented-address.ts'
import { settingsOf } from '../../../shop-settings/settings-of.ts'
import type { EmailFacts, GivenUpEmails, RefusedEmails } from '../checks/emails.ts'

/** For so long it is told that an e-mail was refused and given up, and until another one is taken. */
const SHOWN_FOR_MS = 24 * 60 * 60_000

type Asked = Pick<Context, 'em' | 'env' | 'settings' | 'clock'>

/** The e-mails to shoppers that wait for the mail server, and those that it refused. Names no address. */
export async function readEmails(ctx: Asked): Promise<EmailFacts> {
  const { env } = ctx
  const waiting = emails(ctx).where('nextAttemptAt', 'is not', null)
  const lastTakenAt = await readLastTaken(ctx)
  const failing = waiting.where('attempts', '>', 0).where('isRefused', '=', false).orderBy('since').limit(1)
  const [{ shop }, { count }, untaken, unwritten, refused, givenUp, givenUpUnwritten] = await Promise.all([
    settingsOf(ctx),
    waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    failing.where('problem', '<>', UNWRITTEN).select(['since as createdAt', 'problem']).executeTakeFirst(),
    failing.where('problem', '=', UNWRITTEN).select('since').executeTakeFirst(),
    readRefused(ctx, lastTakenAt),
    readGivenUp(ctx, lastTakenAt, 'is distinct from'),
    readGivenUp(ctx, lastTakenAt, 'is not distinct from'),
  ])
  return {
    isSetUp: Boolean(env.SMTP_URL),
    invented: env.isProduction && isInventedAddress(shop.email) ? shop.email : null,
    waiting: count,
    oldestFailing: untaken ? { createdAt: untaken.createdAt, problem: withoutAddresses(untaken.problem ?? '') } : null,
    oldestUnwritten: unwritten?.since ?? null,
    refused,
    givenUp,
    givenUpUnwritten,
  }
}

const emails = ({ em }: Asked) =>
  db(em).selectFrom(({ selectFrom }) =>
    selectFrom('payment_emails')
      .select([
        'recipient as address',
        'created_at as since',
        'attempts',
        // What waited for a mail server that was not set yet, none has answered.
        sql<string | null>`nullif(last_problem, ${NO_SMTP})`.as('problem'),
        'is_refused as isRefused',
        'given_up_at as givenUpAt',
        'next_attempt_at as nextAttemptAt',
        'sent_at as sentAt',
      ])
      .unionAll(
        selectFrom('order_emails as e')
          .innerJoin('orders as o', 'o.id', 'e.order_id')
          .select([
            sql<string>`coalesce(o.customer_email, '')`.as('address'),
            'e.happened_at as since',
            'e.attempts',
            'e.last_problem as problem',
            'e.is_refused as isRefused',
            'e.given_up_at as givenUpAt',
            'e.next_attempt_at as nextAttemptAt',
            'e.sent_at as sentAt',
          ]),
      )
      .as('email'),
  )

/** When the mail server took an e-mail to a customer last; the beginning of time where it has taken none. */
async function readLastTaken({ em }: Asked): Promise<Date> {
  const { at } = await db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('payment_emails').select('sent_at').unionAll(selectFrom('order_emails').select('sent_at')).as('email'),
    )
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? new Date(0)
}

/** What was taken before it was given up says nothing: it may have been sent just before the outage began. */
async function readGivenUp(
  ctx: Asked,
  lastTakenAt: Date,
  isUnwritten: 'is distinct from' | 'is not distinct from',
): Promise<GivenUpEmails | null> {
  // The owner's e-mails go by the same mail server: the one that tells of this outage ends it.
  const ownerTakenAt = await lastTakenByOwner(ctx.em)
  const { count, since } = await emails(ctx)
    .where('givenUpAt', '>', ownerTakenAt > lastTakenAt ? ownerTakenAt : lastTakenAt)
    .where('problem', isUnwritten, UNWRITTEN)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('since').as('since')])
    .executeTakeFirstOrThrow()
  return since && { count, since }
}

async function readRefused(ctx: Asked, lastTakenAt: Date): Promise<RefusedEmails | null> {
  // What is refused while nothing is taken is no mistyped address of yesterday.
  const shownSince = new Date(Math.min(ctx.clock().getTime() - SHOWN_FOR_MS, lastTakenAt.getTime()))
  const rows = await emails(ctx)
    .where('isRefused', '=', true)
    // Of whom was erased meanwhile nothing is told.
    .where('problem', 'is not', null)
    .where(({ or, eb }) => or([eb('nextAttemptAt', 'is not', null), eb('since', '>', shownSince)]))
    .groupBy(sql`lower(address)`)
    .select(({ fn }) => [
      fn.min<Date>('since').as('first'),
      fn.max<Date>('since').as('last'),
      sql<string>`(array_agg(problem order by since desc))[1]`.as('problem'),
    ])
    .orderBy('last', 'desc')
    .execute()
  const [newest, , third] = rows
  if (!newest) return null
  const since = new Date(Math.min(...rows.map(({ first }) => first.getTime())))
  const taken = await emails(ctx)
    .where('sentAt', '>', third?.last ?? since)
    .select('since')
    .limit(1)
    .executeTakeFirst()
  const problem = withoutAddresses(newest.problem)
  return { addresses: rows.length, since, wereOthersTaken: taken !== undefined, problem }
}
