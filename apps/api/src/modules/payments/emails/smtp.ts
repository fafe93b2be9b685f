import type { Transporter } from 'nodemailer'
import type { Deps } from '../../../http/context.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'

export interface Email {
  messageId: string
  to: string
  subject: string
  text: string
  html?: string
}

/** Sends one e-mail; throws when it was not accepted. */
export type SendEmail = (email: Email) => Promise<void>

/** A mail server that does not answer in time: each step of a message may take so long. */
const STEP_TIMEOUT_MS = 20_000

/** SMTP as configured; null without it. */
export function smtpFrom(deps: Pick<Deps, 'env' | 'settings'>, stepTimeoutMs = STEP_TIMEOUT_MS): SendEmail | null {
  const { env } = deps
  if (!env.SMTP_URL) return null
  const settings = {
    url: env.SMTP_URL,
    dnsTimeout: stepTimeoutMs,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
  }
  let transport: Transporter | undefined
  return async (email) => {
    const { createTransport } = await import('nodemailer')
    transport ??= createTransport(settings)
    await transport.sendMail({ from: env.MAIL_FROM ?? (await settingsOf(deps)).shop.email, ...email })
  }
}
