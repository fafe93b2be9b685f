import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import { z } from 'zod'
import { Deliveries } from '../core/deliveries.ts'
import type { DeliveryPlan } from '../core/delivery-plan.ts'
import type { LedgerEntry } from '../core/ledger.ts'
import { mpesaReceipt } from '../core/random-id.ts'
import type { ReplyPlan } from '../core/reply-plan.ts'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import { decline } from './daraja-error.ts'
import { address, readRequest, textOrNumber } from './operator-request.ts'
import type { Prompt } from './prompts.ts'
import type { DarajaSettings } from './settings.ts'

const registration = z.object({
  ShortCode: textOrNumber,
  ResponseType: z.enum(['Completed', 'Cancelled']),
  ConfirmationURL: address,
  ValidationURL: address,
})

/** A payment that nobody was prompted for. */
export interface PaymentByHand {
  amountShillings: number
  /** What the payer types as the account; a till asks for none. */
  account?: string | undefined
  /** 2547XXXXXXXX or 2541XXXXXXXX. */
  phone?: string | undefined
  to?: 'paybill' | 'buy-goods' | undefined
}

interface Confirmed {
  receipt: string
  at: string
  amountShillings: number
  account: string
  phone: string
  to: 'paybill' | 'buy-goods'
}

/** Payments by hand, and the address to which Daraja reports them; the last one that was registered counts. */
export class Confirmations {
  readonly scripts
  readonly deliveries: Deliveries<DeliveryPlan>
  readonly #settings: DarajaSettings
  readonly #world: World
  #url: string | undefined
  #paid: Confirmed[] = []

  constructor(settings: DarajaSettings, world: World) {
    const { schedule, clock, chance } = world
    this.#settings = settings
    this.#world = world
    this.scripts = {
      register: new Script<ReplyPlan>(chance.branch('daraja.register'), { kind: 'normal' }),
      confirmation: new Script<DeliveryPlan>(chance.branch('daraja.confirmation'), {}),
    }
    const { callbackTimeoutMs: timeoutMs, confirmationRetriesMs: retryDelaysMs } = settings
    this.deliveries = new Deliveries(this.scripts.confirmation, { schedule, clock, timeoutMs, retryDelaysMs })
    for (const { kind, record } of world.journal.earlier) {
      if (kind === 'confirmation-url') this.#url = record as string
      if (kind === 'reset') this.#url = undefined
    }
  }

  /** Registers the addresses of the merchant's number, once in production. */
  register(body: unknown): Record<string, string> {
    const request = readRequest(registration, body)
    if (request.ShortCode !== this.#settings.shortcode) throw decline('400.003.02')
    if (this.#url !== undefined && this.#settings.registersOnce) {
      throw decline('500.003.1001', 'Urls are already registered.')
    }
    this.reportTo(request.ConfirmationURL)
    // Daraja's own spelling.
    return { OriginatorCoversationID: mpesaReceipt(), ResponseCode: '0', ResponseDescription: 'Success' }
  }

  /** Reports to this address from now on, as Safaricom's portal can be told. */
  reportTo(url: string): void {
    this.#world.journal.write({ kind: 'confirmation-url', record: url })
    this.#url = url
  }

  /** Takes a payment that was made by hand: ledger first, confirmation after. */
  pay({ amountShillings, account = '', phone = '254712345678', to = 'paybill' }: PaymentByHand): LedgerEntry {
    const { ledger, clock } = this.#world
    let receipt = mpesaReceipt()
    while (ledger.hasReceipt(receipt)) receipt = mpesaReceipt()
    const at = clock.now().toISOString()
    const typed = to === 'buy-goods' ? '' : account
    const amountCents = Math.round(amountShillings * 100)
    const entry: LedgerEntry = {
      gateway: 'mpesa',
      id: receipt,
      receipt,
      orderReference: typed,
      amountCents,
      refundedCents: 0,
      phone,
      at,
    }
    ledger.record(entry)
    const paid = { receipt, at, amountShillings, account: typed, phone, to }
    this.#paid.push(paid)
    this.#report(paid)
    return entry
  }

  /** Reports a payment by prompt here too, as Daraja does, where the settings say so. */
  echo({ receipt, closedAt, amountShillings, account, phone }: Prompt): void {
    if (!this.#settings.confirmsPrompts || receipt === null || closedAt === null) return
    const to = this.#settings.tillNumber === undefined ? 'paybill' : 'buy-goods'
    this.#report({ receipt, at: closedAt, amountShillings, account: to === 'buy-goods' ? '' : account, phone, to })
  }

  /** Payments by hand since the start, youngest first. */
  list(): Confirmed[] {
    return this.#paid.toReversed()
  }

  reset(): void {
    for (const script of Object.values(this.scripts)) script.reset()
    this.deliveries.reset()
    this.#url = undefined
    this.#paid = []
  }

  #report({ receipt, at, amountShillings, account, phone, to }: Confirmed): void {
    if (this.#url === undefined) return
    const { shortcode, tillNumber } = this.#settings
    const isBuyGoods = to === 'buy-goods'
    const body = JSON.stringify({
      TransactionType: isBuyGoods ? 'Customer Merchant Payment' : 'Pay Bill',
      TransID: receipt,
      TransTime: toNairobiDigits(new Date(at)),
      TransAmount: amountShillings.toFixed(2),
      BusinessShortCode: isBuyGoods ? (tillNumber ?? shortcode) : shortcode,
      BillRefNumber: account,
      InvoiceNumber: '',
      OrgAccountBalance: '49197.00',
      ThirdPartyTransID: '',
      MSISDN: `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`,
      FirstName: 'AMINA',
      MiddleName: '',
      LastName: 'OTIENO',
    })
    const compose = () => ({ body, headers: { 'content-type': 'application/json' } })
    this.deliveries.send({ to: this.#url, about: receipt, compose })
  }
}
