import { formatKsh } from '@marashi/domain/rules/money'
import type { Prompt } from '../daraja/prompts.ts'
import { phoneScript } from './phone-script.ts'
import { phoneStyle } from './phone-style.ts'

interface PhonePage {
  /** The phone that is looked at; undefined: all of them. */
  number: string | undefined
  /** Youngest first. */
  prompts: readonly Prompt[]
  merchant: string
  /** Lets the page's own style and script run, and nothing else. */
  nonce: string
}

const MESSAGES_SHOWN = 10

/** The whole page of a simulated phone: what it is asked to pay, and what it paid. */
export function phonePage({ number, prompts, merchant, nonce }: PhonePage): string {
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
<div id="screen" data-state="${stateOf(prompts)}">
${open.length > 0 ? open.map((prompt) => question(prompt, { merchant, number })).join('\n') : silence()}
${ended.length > 0 ? messages(ended, merchant) : ''}
</div>
</div>
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

function messages(ended: readonly Prompt[], merchant: string): string {
  const items = ended.slice(0, MESSAGES_SHOWN).map((prompt) => `<li>${escapeHtml(message(prompt, merchant))}</li>`)
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
