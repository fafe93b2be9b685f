import type { Environment } from '../../env.ts'
import type { Email } from '../payments/emails/smtp.ts'
import type { NoticeText } from './notice.entity.ts'

/** A notice as an e-mail to the owner. Its id follows from the row, so that a mail server drops what a crash sent again. */
export function noticeEmail(env: Environment, { id, text }: { id: number; text: NoticeText }): Email {
  return {
    messageId: `<notice-${id}@${new URL(env.PUBLIC_URL).hostname}>`,
    to: env.SHOP_EMAIL,
    subject: `${env.SHOP_NAME}: ${text.title}`,
    text: [text.body, '', `See it: ${env.PUBLIC_URL}${text.path}`].join('\n'),
  }
}
