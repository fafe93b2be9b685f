import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { isInventedAddress } from '../../../shop-settings/invented-address.ts'
import { settingsOf } from '../../../shop-settings/settings-of.ts'
import type { EmailFacts } from '../checks/emails.ts'

/** The e-mails to shoppers that wait for the mail server. */
export async function readEmails(ctx: Pick<Context, 'em' | 'env' | 'settings'>): Promise<EmailFacts> {
  const { em, env } = ctx
  const waiting = db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('payment_emails')
        .select(['created_at as since', 'attempts', 'last_problem as problem', 'next_attempt_at as nextAttemptAt'])
        .unionAll(
          selectFrom('order_emails').select([
            'happened_at as since',
            'attempts',
            'last_problem as problem',
            'next_attempt_at as nextAttemptAt',
          ]),
        )
        .as('email'),
    )
    .where('nextAttemptAt', 'is not', null)
  const [{ shop }, { count }, failing] = await Promise.all([
    settingsOf(ctx),
    waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    waiting
      .where('attempts', '>', 0)
      .where('problem', 'is not', null)
      .select(['since as createdAt', 'problem'])
      .orderBy('since')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    isSetUp: Boolean(env.SMTP_URL),
    invented: env.isProduction && isInventedAddress(shop.email) ? shop.email : null,
    waiting: count,
    oldestFailing: failing ? { createdAt: failing.createdAt, problem: failing.problem ?? '' } : null,
  }
}
