import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { EmailFacts } from '../checks/emails.ts'

/** The e-mails to shoppers that wait for the mail server. */
export async function readEmails({ em, env }: Pick<Context, 'em' | 'env'>): Promise<EmailFacts> {
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
  const [{ count }, failing] = await Promise.all([
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
    waiting: count,
    oldestFailing: failing ? { createdAt: failing.createdAt, problem: failing.problem ?? '' } : null,
  }
}
