import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { EmailFacts } from '../checks/emails.ts'

/** The e-mails that wait for the mail server. */
export async function readEmails({ em, env }: Pick<Context, 'em' | 'env'>): Promise<EmailFacts> {
  const waiting = db(em)
    .selectFrom('payment_emails')
    .where('sent_at', 'is', null)
    .where('next_attempt_at', 'is not', null)
  const [{ count }, failing] = await Promise.all([
    waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    waiting
      .where('attempts', '>', 0)
      .where('last_problem', 'is not', null)
      .select(['created_at as createdAt', 'last_problem as problem'])
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    isSetUp: Boolean(env.SMTP_URL),
    waiting: count,
    oldestFailing: failing ? { createdAt: failing.createdAt, problem: failing.problem ?? '' } : null,
  }
}
