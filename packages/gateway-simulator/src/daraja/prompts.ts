import type { Clock } from '../core/clock.ts'
import type { Journal } from '../core/journal.ts'
import type { Ledger } from '../core/ledger.ts'
import { digits, mpesaReceipt, token } from '../core/random-id.ts'
import { decline } from './daraja-error.ts'
import { describeResult } from './result-codes.ts'
import type { StkRequest } from './stk-request.ts'

/** One question on one customer's phone: "Do you want to pay …?", from the push to its end. */
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

interface Books {
  clock: Clock
  ledger: Ledger
  journal: Journal
}

/** All prompts that ever were, and the rules by which they open and end. */
export class Prompts {
  readonly #books: Books
  readonly #all = new Map<string, Prompt>()
  /** Which prompt holds the line of a phone. */
  readonly #openByPhone = new Map<string, string>()

  constructor(books: Books) {
    this.#books = books
    for (const { kind, record } of books.journal.earlier) {
      if (kind === 'prompt') this.#keep(record as Prompt)
      if (kind === 'reset') this.#forget()
    }
    for (const prompt of this.open()) this.#catchUp(prompt)
  }

  /** Puts a question on the phone. Declines while another one is open there (facts/mpesa C7). */
  ask(request: StkRequest): Prompt {
    if (this.#openByPhone.has(request.PhoneNumber)) {
      throw decline(
        '500.001.1001',
        'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      )
    }
    const now = this.#books.clock.now()
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
   * Ends an open prompt with a result code; "0" pays, and the payment is in the ledger before anyone hears of it.
   * Returns undefined when the prompt has ended already: the first end holds.
   */
  close(checkoutRequestId: string, code: string): Prompt | undefined {
    const prompt = this.#all.get(checkoutRequestId)
    if (prompt?.resultCode !== null) return undefined
    const closedAt = this.#books.clock.now().toISOString()
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
    this.#forget()
  }

  #pay(prompt: Prompt, at: string): string {
    const { ledger } = this.#books
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

  /** The simulator was killed between the ledger and the prompt: the money decides. */
  #catchUp(prompt: Prompt): void {
    const paid = this.#books.ledger.find(prompt.checkoutRequestId)
    if (!paid) return
    const end = { closedAt: paid.at, resultCode: '0', resultDesc: describeResult('0'), receipt: paid.receipt }
    this.#write({ ...prompt, ...end })
  }

  #write(prompt: Prompt): void {
    this.#books.journal.write({ kind: 'prompt', record: prompt })
    this.#keep(prompt)
  }

  #keep(prompt: Prompt): void {
    this.#all.set(prompt.checkoutRequestId, prompt)
    if (prompt.resultCode === null) this.#openByPhone.set(prompt.phone, prompt.checkoutRequestId)
    else if (this.#openByPhone.get(prompt.phone) === prompt.checkoutRequestId) this.#openByPhone.delete(prompt.phone)
  }

  #forget(): void {
    this.#all.clear()
    this.#openByPhone.clear()
  }
}
