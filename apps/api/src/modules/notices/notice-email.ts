import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { Environment } from '../../env.ts'
import type { Email } from '../mail/smtp.ts'
import type { NoticeText } from './notice.entity.ts'

/** A notice as an e-mail to the owner. Its id follows from the row, so that a mail server drops what a crash sent again. */
export function noticeEmail(
  { env, shop }: { env: Environment; shop: ShopSettings['shop'] },
  { id, text }: { id: number; text: NoticeText },
): Email {
  return {
    messageId: `<notice-${id}@${new URL(env.PUBLIC_URL).hostname}>`,
    to: shop.email,
    subject: `${shop.name}: ${text.title}`,
    text: [text.body, '', `See it: ${env.PUBLIC_URL}${text.path}`].join('\n'),
  }
}
