import { formatKsh } from '@marashi/domain/rules/money'
import type { Confirmations } from '../daraja/confirmations.ts'
import type { Prompt } from '../daraja/prompts.ts'
import { phoneScript } from './phone-script.ts'
import { phoneStyle } from './phone-style.ts'

interface PhonePage {
  /** The phone that is looked at; undefined: all of them. */
  number: string | undefined
  /** Youngest first. */
  prompts: readonly Prompt[]
  /** Payments that nobody was prompted for, youngest first. */
  manual: readonly PaidByHand[]
  merchant: string
  /** Lets the page's own style and script run, and nothing else. */
  nonce: string
}

const MESSAGES_SHOWN = 10

type PaidByHand = ReturnType<Confirmations['list']>[number]

/** The whole page of a simulated phone: what it is asked to pay, and what it paid. */
export function phonePage({ number, prompts, manual, merchant, nonce }: PhonePage): string {
  const open = prompts.filter((prompt) => prompt.resultCode === null)
  const ended = prompts.filter((prompt) => prompt.resultCode !== null)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${number ? `Phone ${number}` : 'Demo phone'} (demo)</title>
<style nonce="${nonce}">${phoneStyle}</style>
</head>
<body>
<header>
<p class="demo"><strong>DEMO</strong> This is no real phone, and no money moves.</p>
</header>
<main>
<div class="phone">
<h1>${number ? `Phone ${number}` : 'Every phone'}</h1>
<p id="status" role="status" class="status"></p>
<p id="trouble" role="alert" hidden>The demo phone has no connection to the shop.</p>
<div id="screen" data-state="${stateOf(prompts)}-${manual.length}">
${open.length > 0 ? open.map((prompt) => question(prompt, { merchant, number })).join('\n') : silence()}
${messages([...manual.map((paid) => confirmed(paid, merchant)), ...ended.map((prompt) => message(prompt, merchant))])}
</div>
</div>
${payByHand(number)}
<form class="choose" method="get" action="/phone">
<label for="number">Phone number</label>
<input id="number" name="number" type="tel" inputmode="tel" autocomplete="off" placeholder="0712 345 678" value="${number ?? ''}">
<button>Show this phone</button>
</form>
</main>
<script nonce="${nonce}">${phoneScript}</script>
</body>
</html>
`
}

function question(prompt: Prompt, { merchant, number }: { merchant: string; number: string | undefined }): string {
  const id = escapeHtml(prompt.checkoutRequestId)
  const amount = formatKsh(prompt.amountShillings)
  return `<form class="prompt" method="post" action="/phone/prompts/${id}" aria-labelledby="title-${id}">
<h2 id="title-${id}">Do you want to pay ${amount} to ${escapeHtml(merchant)}?</h2>
<dl>
<dt>Account</dt><dd>${escapeHtml(prompt.account)}</dd>
<dt>For</dt><dd>${escapeHtml(prompt.description)}</dd>
<dt>Phone</dt><dd>${escapeHtml(prompt.phone)}</dd>
</dl>
<input type="hidden" name="number" value="${number ?? ''}">
<label for="pin-${id}">M-Pesa PIN</label>
<p class="hint" id="hint-${id}">Any four digits pay; 0000 is a wrong PIN.</p>
<input id="pin-${id}" name="pin" type="password" inputmode="numeric" autocomplete="off" required pattern="[0-9]{4}" maxlength="4" aria-describedby="hint-${id}">
<div class="actions">
<button name="action" value="pay">Pay ${amount}</button>
<button name="action" value="cancel" class="quiet" formnovalidate>Cancel</button>
</div>
</form>`
}

function silence(): string {
  return '<p class="silence">No payment is asked for. Choose M-Pesa in the shop: the request appears here by itself.</p>'
}

/** Without a prompt, from M-Pesa's own menu. */
function payByHand(number: string | undefined): string {
  return `<form class="choose" method="post" action="/phone/payments" aria-labelledby="by-hand">
<h2 id="by-hand">Pay by hand</h2>
<input type="hidden" name="number" value="${number ?? ''}">
<label for="amount">Amount in shillings</label>
<input id="amount" name="amount" inputmode="numeric" autocomplete="off" required pattern="[0-9]{1,6}">
<label for="account">Account number (the order number)</label>
<input id="account" name="account" autocomplete="off" maxlength="20">
<label for="payer">From phone</label>
<input id="payer" name="payer" type="tel" inputmode="tel" autocomplete="off" placeholder="0712 345 678" value="${number ?? ''}">
<div class="actions">
<button name="to" value="paybill">Pay the Paybill</button>
<button name="to" value="buy-goods" class="quiet">Pay the Till</button>
</div>
</form>`
}

function confirmed({ receipt, amountShillings, account, phone, to }: PaidByHand, merchant: string): string {
  const purpose = to === 'buy-goods' ? '' : ` for account ${account}`
  return `${receipt} Confirmed. ${formatKsh(amountShillings)} paid to ${merchant}${purpose} from ${phone}.`
}

function messages(texts: readonly string[]): string {
  if (texts.length === 0) return ''
  const items = texts.slice(0, MESSAGES_SHOWN).map((text) => `<li>${escapeHtml(text)}</li>`)
  return `<h2>Messages</h2>\n<ol class="messages">\n${items.join('\n')}\n</ol>`
}

function message(prompt: Prompt, merchant: string): string {
  const amount = formatKsh(prompt.amountShillings)
  if (prompt.receipt) {
    return `${prompt.receipt} Confirmed. ${amount} paid to ${merchant} for account ${prompt.account} from ${prompt.phone}.`
  }
  return `${amount} to ${merchant} for account ${prompt.account} from ${prompt.phone} was not paid: ${prompt.resultDesc}`
}

/** Changes whenever the page would. */
function stateOf(prompts: readonly Prompt[]): string {
  const [youngest] = prompts
  const open = prompts.filter((prompt) => prompt.resultCode === null).length
  return `${prompts.length}-${open}-${escapeHtml(youngest?.checkoutRequestId ?? '')}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
