import { createTransport } from 'nodemailer'
import type { Environment } from '../../../env.ts'

export interface Email {
  messageId: string
  to: string
  subject: string
  text: string
}

/** Sends one e-mail; throws when it was not accepted. */
export type SendEmail = (email: Email) => Promise<void>

/** SMTP as configured; null without it. */
export function smtpFrom(env: Environment): SendEmail | null {
  if (!env.SMTP_URL) return null
  const transport = createTransport(env.SMTP_URL)
  return async (email) => {
    await transport.sendMail({ from: env.MAIL_FROM ?? env.SHOP_EMAIL, ...email })
  }
}
