import type { Clock } from '../core/clock.ts'
import type { Journal } from '../core/journal.ts'
import type { Ledger } from '../core/ledger.ts'
import { digits, mpesaReceipt, token } from '../core/random-id.ts'
import { decline } from './daraja-error.ts'
import { describeResult } from './result-codes.ts'
import type { StkRequest } from './stk-request.ts'

/** A prompt on a customer's phone, "Do you want to pay …?", from the push to its end. */
export interface Prompt {
  merchantRequestId: string
  checkoutRequestId: string
  phone: string
  amountShillings: number
  account: string
  description: string
  callbackUrl: string
  /** ISO 8601, like every time here. */
  openedAt: string
  closedAt: string | null
  /** Null while open. */
  resultCode: string | null
  resultDesc: string | null
  receipt: string | null
}

interface Storage {
  clock: Clock
  ledger: Ledger
  journal: Journal
}

/** All prompts, open and ended, and the rules by which they open and end. */
export class Prompts {
  readonly #storage: Storage
  readonly #all = new Map<string, Prompt>()
  /** The open prompt of each phone, by its id. */
  readonly #openByPhone = new Map<string, string>()

  constructor(storage: Storage) {
    this.#storage = storage
    for (const { kind, record } of storage.journal.earlier) {
      if (kind === 'prompt') this.#keep(record as Prompt)
      if (kind === 'reset') this.#clear()
    }
    for (const prompt of this.open()) this.#catchUp(prompt)
  }

  /** Puts a prompt on the phone. Declines while another one is open there, see docs/gateways/mpesa.md#refusals-of-a-prompt. */
  ask(request: StkRequest): Prompt {
    if (this.#openByPhone.has(request.PhoneNumber)) {
      throw decline(
        '500.001.1001',
        'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      )
    }
    const now = this.#storage.clock.now()
    const prompt: Prompt = {
      merchantRequestId: `${digits(5)}-${digits(8)}-1`,
      checkoutRequestId: `ws_CO_${now.getTime()}${token(8)}`,
      phone: request.PhoneNumber,
      amountShillings: request.Amount,
      account: request.AccountReference,
      description: request.TransactionDesc,
      callbackUrl: request.CallBackURL,
      openedAt: now.toISOString(),
      closedAt: null,
      resultCode: null,
      resultDesc: null,
      receipt: null,
    }
    this.#write(prompt)
    return prompt
  }

  /**
   * Ends an open prompt with a result code; "0" pays, and the payment is in the ledger before the callback goes out.
   * Returns undefined when the prompt has ended already: the first result stands.
   */
  close(checkoutRequestId: string, code: string): Prompt | undefined {
    const prompt = this.#all.get(checkoutRequestId)
    if (prompt?.resultCode !== null) return undefined
    const closedAt = this.#storage.clock.now().toISOString()
    const receipt = code === '0' ? this.#pay(prompt, closedAt) : null
    const closed = { ...prompt, closedAt, resultCode: code, resultDesc: describeResult(code), receipt }
    this.#write(closed)
    return closed
  }

  find(checkoutRequestId: string): Prompt | undefined {
    return this.#all.get(checkoutRequestId)
  }

  /** The prompts of one phone, or of all, youngest first. */
  list(phone?: string): Prompt[] {
    return [...this.#all.values()].filter((prompt) => phone === undefined || prompt.phone === phone).reverse()
  }

  open(): Prompt[] {
    return [...this.#openByPhone.values()].flatMap((id) => this.#all.get(id) ?? [])
  }

  reset(): void {
    this.#clear()
  }

  #pay(prompt: Prompt, at: string): string {
    const { ledger } = this.#storage
    let receipt = mpesaReceipt()
    while (ledger.hasReceipt(receipt)) receipt = mpesaReceipt()
    ledger.record({
      gateway: 'mpesa',
      id: prompt.checkoutRequestId,
      receipt,
      orderReference: prompt.account,
      amountCents: prompt.amountShillings * 100,
      refundedCents: 0,
      phone: prompt.phone,
      at,
    })
    return receipt
  }

  /** The simulator was killed after it wrote the ledger and before it wrote the prompt: the ledger decides. */
  #catchUp(prompt: Prompt): void {
    const paid = this.#storage.ledger.find(prompt.checkoutRequestId)
    if (!paid) return
    const end = { closedAt: paid.at, resultCode: '0', resultDesc: describeResult('0'), receipt: paid.receipt }
    this.#write({ ...prompt, ...end })
  }

  #write(prompt: Prompt): void {
    this.#storage.journal.write({ kind: 'prompt', record: prompt })
    this.#keep(prompt)
  }

  #keep(prompt: Prompt): void {
    this.#all.set(prompt.checkoutRequestId, prompt)
    if (prompt.resultCode === null) this.#openByPhone.set(prompt.phone, prompt.checkoutRequestId)
    else if (this.#openByPhone.get(prompt.phone) === prompt.checkoutRequestId) this.#openByPhone.delete(prompt.phone)
  }

  #clear(): void {
    this.#all.clear()
    this.#openByPhone.clear()
  }
}
