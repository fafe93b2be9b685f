/** What the shop adds to its receipts. */

import { paragraphs, setting } from './setting.ts'

export const receiptSettings = {
  /** Below every receipt, printed and by e-mail. */
  footer: setting(paragraphs(300), ''),
}
