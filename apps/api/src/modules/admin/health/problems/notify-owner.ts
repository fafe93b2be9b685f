import { hash } from 'node:crypto'
import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { db } from '../../../../db/db.ts'
import { recordDone } from '../../../../db/record-done.ts'
import type { Context } from '../../../../http/context.ts'
import { pauseAfter } from '../../../../jobs/retry-pauses.ts'
import type { Email, SendEmail } from '../../../mail/smtp.ts'
import { hasLasted } from '../../../notices/lasting-problem.ts'
import { settingsOf } from '../../../shop-settings/settings-of.ts'
import { OWNER_UNREACHED } from '../checks/notices.ts'

/** Of what was over for longer nobody is written to any more. */
export const OLDEST_MS = 60 * 60_000
/** What is still broken after so long is written again: the first e-mail may have been overlooked. */
const AGAIN_AFTER_MS = 7 * 24 * 60 * 60_000
/** No other process sends it for so long, because its mail server may be slow. */
const LONGEST_ATTEMPT_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 60 * 60_000

type Notified = Awaited<ReturnType<typeof claimUnmailed>>[number]

/**
 * Sends the owner one e-mail about the serious problems that nobody was sent one about yet: once for each problem and again
 * each week while it lasts. What the mail server refuses is tried again. Throws where the e-mail cannot be written, each time that it runs.
 */
export async function notifyOwner(ctx: Context, send: SendEmail | null): Promise<void> {
  if (!send) return
  const { notices } = await settingsOf(ctx)
  if (!notices.email.includes('health')) return
  const now = ctx.clock()
  // The database returns them as they lie: what is sent again says the same in the same order.
  const problems = (await claimUnmailed(ctx, now)).toSorted((a, b) => a.id - b.id)
  const [first] = problems
  if (!first) return
  const ids = problems.map(({ id }) => id)
  const email = await problemEmail(ctx, [first, ...problems.slice(1)]).catch(async (error: unknown) => {
    await recordDone(() => giveBack(ctx, ids))
    throw error
  })
  try {
    await send(email)
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    ctx.log.warn({ code, responseCode }, 'the owner could not be sent an e-mail about a problem')
    const pauseMs = Math.min(pauseAfter(first.attempts) ?? LONGEST_PAUSE_MS, LONGEST_PAUSE_MS)
    return await mark(ctx, ids, { next_mail_at: new Date(now.getTime() + pauseMs) })
  }
  await recordDone(() => mark(ctx, ids, { mailed_at: now }))
}

/**
 * Ends a claim with which the mail server was not asked, so that it is no attempt. It pauses for nothing: a run with nothing to do
 * would end what Health says of its job.
 */
const giveBack = ({ em }: Context, ids: number[]) =>
  db(em)
    .updateTable('health_problems')
    .set(({ eb }) => ({ mail_attempts: eb('mail_attempts', '-', 1), next_mail_at: null }))
    .where('id', 'in', ids)
    .execute()

async function mark({ em }: Context, ids: number[], columns: { mailed_at: Date } | { next_mail_at: Date }) {
  await db(em).updateTable('health_problems').set(columns).where('id', 'in', ids).execute()
}

const claimUnmailed = ({ em }: Context, now: Date) =>
  db(em)
    .updateTable('health_problems')
    .set(({ eb }) => ({
      mail_attempts: eb('mail_attempts', '+', 1),
      next_mail_at: new Date(now.getTime() + LONGEST_ATTEMPT_MS),
    }))
    .where('state', '=', 'broken')
    .where(({ and, eb, or }) =>
      or([
        eb('mailed_at', 'is', null),
        and([eb('ended_at', 'is', null), eb('mailed_at', '<=', new Date(now.getTime() - AGAIN_AFTER_MS))]),
      ]),
    )
    // That the owner's mail is refused is not written to the owner; it would be the reason why it is never over, too.
    .where('check_name', '<>', OWNER_UNREACHED)
    .where('last_seen_at', '>', new Date(now.getTime() - OLDEST_MS))
    .where(({ eb, or }) => or([eb('next_mail_at', 'is', null), eb('next_mail_at', '<=', now)]))
    .where(hasLasted)
    .returning([
      'id',
      'part',
      'message',
      'remedy',
      'since',
      'ended_at as endedAt',
      'mailed_at as mailedAt',
      'mail_attempts as attempts',
    ])
    .execute()

async function problemEmail(ctx: Context, problems: readonly [Notified, ...Notified[]]): Promise<Email> {
  const { env } = ctx
  const { shop } = await settingsOf(ctx)
  const [first] = problems
  const subject = problems.length === 1 ? `${shop.name}: ${first.part}` : `${shop.name}: ${problems.length} problems`
  const text = [
    ...problems.flatMap(({ part, message, remedy, since, endedAt }) => [
      `${part}, since ${nairobiTime(since)}${endedAt ? ` until ${nairobiTime(endedAt)}` : ''}`,
      message,
      ...(remedy ? [remedy] : []),
      '',
    ]),
    `How it is now: ${env.PUBLIC_URL}/admin/health`,
    'The next e-mail about this comes in a week if it lasts, and when it ends and comes again.',
  ].join('\n')
  return { messageId: messageIdOf(problems, env.PUBLIC_URL), to: shop.email, subject, text }
}

/** The same problems are the same e-mail, which a mail server shows once; those of another week, or one more, are another. */
function messageIdOf(problems: readonly Notified[], publicUrl: string): string {
  const facts = problems.map(({ id, mailedAt, since }) => [id, (mailedAt ?? since).getTime()])
  return `<problems-${hash('sha256', JSON.stringify(facts)).slice(0, 32)}@${new URL(publicUrl).hostname}>`
}
