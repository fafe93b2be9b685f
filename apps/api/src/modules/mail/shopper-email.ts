import { greetableName } from '@marashi/domain/rules/greetable-name'
import { receiptRows } from '@marashi/domain/rules/order-receipt'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { Email } from './smtp.ts'

/** What an e-mail to a shopper says; plain text and HTML are made of the same words. */
export interface ShopperWords {
  shop: Pick<ShopSettings['shop'], 'name' | 'phone' | 'email'>
  /** As it was typed at the checkout, by whoever typed the address. */
  customerName: string
  /** One line each; the first goes on after the greeting and begins with a small letter. */
  lines: readonly string[]
  /** The lines and sums of the order, where they belong to it. */
  receipt?: Parameters<typeof receiptRows>[0]
  /** When the order was promised to arrive, where it was. */
  promise?: string | null
  link: { label: string; url: string }
  /** The owner's own last words, on receipts. */
  footer?: string
}

/** The body of an e-mail to a shopper. */
export function shopperEmail(words: ShopperWords): Pick<Email, 'text' | 'html'> {
  const rows = words.receipt ? receiptRows(words.receipt) : []
  return { text: plainText(words, rows), html: html(words, rows) }
}

type Rows = ReturnType<typeof receiptRows>

function greeting({ customerName }: ShopperWords): string {
  const name = greetableName(customerName)
  return name ? `Dear ${name},` : 'Hello,'
}
const promised = (promise: string) => `Promised: ${promise}`
const questions = ({ shop }: ShopperWords) => `Questions? ${shop.phone} or ${shop.email}`

const plainText = (words: ShopperWords, rows: Rows): string =>
  [
    greeting(words),
    '',
    ...words.lines,
    ...(rows.length > 0 ? ['', ...rows.map(({ label, amount }) => `${label} - ${amount}`)] : []),
    ...(words.promise ? [promised(words.promise)] : []),
    '',
    `${words.link.label}: ${words.link.url}`,
    questions(words),
    words.shop.name,
    ...(words.footer ? ['', words.footer] : []),
  ].join('\n')

// No colours of text: a program in dark mode shows the same e-mail on black. The button is seen on white and on black.
const SMALL = 'font-size:14px'

/** Programs for e-mail know few styles: everything stands at its element, and without pictures nothing is blocked. */
function html(words: ShopperWords, rows: Rows): string {
  const { shop, link, lines, promise, footer } = words
  const table =
    rows.length > 0 ? `<table role="presentation" style="${TABLE}">${rows.map(rowHtml).join('')}</table>` : ''
  const paragraphs = lines.map((line) => `<p style="margin:0 0 8px">${escaped(line)}</p>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(shop.name)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 Figtree,system-ui,Arial,sans-serif"><div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:22px;font-weight:700">${escaped(shop.name)}</p>
<p style="margin:0 0 8px">${escaped(greeting(words))}</p>
${paragraphs}
${table}
${promise ? `<p style="margin:0 0 8px">${escaped(promised(promise))}</p>` : ''}
<p style="margin:24px 0"><a href="${escaped(link.url)}" style="${BUTTON}">${escaped(link.label)}</a></p>
<p style="margin:0;${SMALL}">${escaped(questions(words))}</p>
${footer ? `<p style="margin:16px 0 0;white-space:pre-line;${SMALL}">${escaped(footer)}</p>` : ''}
</div></body></html>`
}

const TABLE = 'width:100%;margin:16px 0;border-collapse:collapse'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:12px;background:#9a52a8;color:#ffffff;text-decoration:none;font-weight:600'

function rowHtml({ label, amount, isTotal }: Rows[number]): string {
  const cell = `padding:6px 0;border-top:1px solid #d9d1e0;${isTotal ? 'font-weight:700' : ''}`
  return `<tr><td style="${cell}">${escaped(label)}</td><td style="${cell};text-align:right;white-space:nowrap">${escaped(amount)}</td></tr>`
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => entities.get(letter) ?? letter)
