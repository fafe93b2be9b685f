import type { Journal } from './journal.ts'

/** Money that a gateway moved from a customer to the shop. */
export interface LedgerEntry {
  gateway: 'mpesa' | 'stripe'
  /** Daraja's CheckoutRequestID, or the id of Stripe's payment intent. */
  id: string
  /** M-Pesa's receipt, or the id of Stripe's charge. */
  receipt: string
  /** The shop's own name for the order: AccountReference, or the orderNumber of the intent's metadata. */
  orderReference: string
  /** Hundredths of a shilling, for both gateways. */
  amountCents: number
  /** What of it went back to the customer since. */
  refundedCents: number
  /** 2547XXXXXXXX or 2541XXXXXXXX; null for a card. */
  phone: string | null
  /** ISO 8601, by the simulator's clock. */
  at: string
}

/** Every payment that was made, in its order: the shop's database is checked against it. */
export class Ledger {
  readonly #journal: Journal
  readonly #entries = new Map<string, LedgerEntry>()
  readonly #receipts = new Set<string>()

  constructor(journal: Journal) {
    this.#journal = journal
    for (const { kind, record } of journal.earlier) {
      if (kind === 'ledger') this.#keep(record as LedgerEntry)
      if (kind === 'reset') this.#clear()
    }
  }

  /** Records a payment. On return it is on disk, if anything is. Throws when the id or the receipt was used. */
  record(entry: LedgerEntry): void {
    if (this.#entries.has(entry.id)) throw new Error(`${entry.id} was paid already`)
    if (this.hasReceipt(entry.receipt)) throw new Error(`The receipt ${entry.receipt} was used already`)
    this.#write(entry)
  }

  /** Records money that went back. Throws when that is more than was paid. */
  refund(id: string, cents: number): LedgerEntry {
    const entry = this.#entries.get(id)
    if (!entry) throw new Error(`${id} was never paid`)
    const refundedCents = entry.refundedCents + cents
    if (cents <= 0 || refundedCents > entry.amountCents) throw new Error(`${cents} cents of ${id} cannot go back`)
    const refunded = { ...entry, refundedCents }
    this.#write(refunded)
    return refunded
  }

  /** Records that money which had gone back came again to the shop. */
  takeBackRefund(id: string, cents: number): LedgerEntry {
    const entry = this.#entries.get(id)
    if (!entry || cents > entry.refundedCents) throw new Error(`${cents} cents of ${id} never went back`)
    const kept = { ...entry, refundedCents: entry.refundedCents - cents }
    this.#write(kept)
    return kept
  }

  entries(): LedgerEntry[] {
    return [...this.#entries.values()]
  }

  find(id: string): LedgerEntry | undefined {
    return this.#entries.get(id)
  }

  hasReceipt(receipt: string): boolean {
    return this.#receipts.has(receipt)
  }

  reset(): void {
    this.#journal.write({ kind: 'reset', record: null })
    this.#clear()
  }

  #write(entry: LedgerEntry): void {
    this.#journal.write({ kind: 'ledger', record: entry })
    this.#keep(entry)
  }

  #keep(entry: LedgerEntry): void {
    this.#entries.set(entry.id, entry)
    this.#receipts.add(entry.receipt)
  }

  #clear(): void {
    this.#entries.clear()
    this.#receipts.clear()
  }
}
