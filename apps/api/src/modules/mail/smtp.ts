import type { Deps } from '../../http/context.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'

export interface Email {
  messageId: string
  to: string
  subject: string
  text: string
  html?: string
}

/** Sends one e-mail; throws when it was not accepted. */
export type SendEmail = (email: Email) => Promise<void>

interface MailTimeouts {
  /** Until the server is reached and has greeted. */
  greetingMs: number
  /** Until it has the whole message. */
  handOverMs: number
  /** Until it says what became of the message. */
  answerMs: number
}

/**
 * A server may examine and deliver a message before it says that it has taken it: RFC 5321, section 4.5.3.2.6, gives it ten
 * minutes. Whoever gives up before, and comes again, has the same e-mail sent with every attempt.
 */
export const patient: MailTimeouts = { greetingMs: 20_000, handOverMs: 60_000, answerMs: 10 * 60_000 }

/** SMTP as configured; null without it. */
export function smtpFrom(
  deps: Pick<Deps, 'env' | 'settings'>,
  { greetingMs, handOverMs, answerMs }: MailTimeouts = patient,
): SendEmail | null {
  const { env } = deps
  if (!env.SMTP_URL) return null
  const settings = {
    url: env.SMTP_URL,
    dnsTimeout: greetingMs,
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    socketTimeout: answerMs,
  }
  return async (email) => {
    const { createTransport } = await import('nodemailer')
    const from = env.MAIL_FROM ?? (await settingsOf(deps)).shop.email
    const { signal, handedOver } = timeToHandOver(handOverMs)
    const transport = createTransport(settings).use('stream', ({ message }, done) => {
      message.processFunc((text) => text.once('end', handedOver))
      done()
    })
    try {
      await transport.sendMail({ from, ...email, signal })
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      handedOver()
    }
  }
}

function timeToHandOver(ms: number): { signal: AbortSignal; handedOver: () => void } {
  const sending = new AbortController()
  const silent = Object.assign(new Error('The mail server did not take the message in time'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => sending.abort(silent), ms)
  return { signal: sending.signal, handedOver: () => clearTimeout(timer) }
}
