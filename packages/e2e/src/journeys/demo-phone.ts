import { setTimeout as sleep } from 'node:timers/promises'
import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'

/** The answers of a person, as result codes of M-Pesa (2001 is a wrong PIN). */
const codes = { pays: '0', cancels: '1032', mistypes: '2001', isUnreachable: '1037' } as const

/** The shopper's phone, which the shop's M-Pesa demo simulates. */
export interface DemoPhone {
  number: string
  /** Waits for a request to pay and answers it. */
  answer(how: keyof typeof codes): Promise<void>
  /** The next receipt that the shop asks about is that of a completed payment of so many shillings to the shop. */
  paysByHand(receipt: string, shillings: number): Promise<void>
  /** Lets a request expire; the shop receives no callback. */
  lapseUnheard(): Promise<void>
}

let next = 0

/** A phone that no other test uses, because M-Pesa sends one phone only one request at a time. */
export async function takePhone(shopUrl: string): Promise<DemoPhone> {
  const number = `0711${String(Date.now() % 10_000).padStart(4, '0')}${String(next++ % 100).padStart(2, '0')}`
  const control = new URL(await demoPhoneUrl(shopUrl)).origin
  const send = (path: string, words: object) => post(`${control}/control/${path}`, words)
  const end = async (code: string) => send(`prompts/${await openPrompt(control, number)}/answer`, { code })
  return {
    number,
    answer: (how) => end(codes[how]),
    async paysByHand(receipt, shillings) {
      const parameters = {
        ReceiptNo: receipt,
        TransactionStatus: 'Completed',
        Amount: shillings,
        CreditPartyName: '174379 - Marashi',
        FinalisedTime: toNairobiDigits(new Date()),
      }
      await send('script/daraja.status-result', { next: [{ kind: 'reported', parameters }] })
    },
    async lapseUnheard() {
      await send('script/daraja.callback', { next: [{ lost: true }] })
      await end('1037')
    },
  }
}

async function post(url: string, words: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(words) })
  if (!answer.ok) throw new Error(`The phone could not: ${await answer.text()}`)
}

async function demoPhoneUrl(shopUrl: string): Promise<string> {
  const answer = await fetch(`${shopUrl}/api/payments/methods`)
  const { mpesa } = (await answer.json()) as { mpesa: { demoPhoneUrl: string } }
  return mpesa.demoPhoneUrl
}

async function openPrompt(control: string, number: string): Promise<string> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const answer = await fetch(`${control}/control/prompts?number=254${number.slice(1)}`)
    const prompts = (await answer.json()) as { checkoutRequestId: string; resultCode: string | null }[]
    const open = prompts.find(({ resultCode }) => resultCode === null)
    if (open) return open.checkoutRequestId
    await sleep(100)
  }
  throw new Error(`Nobody asked ${number} to pay.`)
}
