import type { TransactionKind } from '@marashi/domain/rules/gateway-transaction'
import type { ProviderContext } from './provider.ts'

/** A provider may list money some minutes after it came. */
export const LISTED_WITHIN_MS = 10 * 60_000

/** A provider's own list of the money that came and went. See docs/behaviour.md#daily-check. */
export interface ProviderLedger {
  readonly source: 'pull' | 'balance'
  /** Whether the list that is asked for has refunds and disputes too. */
  readonly hasRefunds: boolean
  /** How far back it can be asked for; null where there is no end. */
  readonly reachesBackMs: number | null
  /** What proves the payment that a line of the list is, as the provider's reports name it. */
  receiptOf(line: Pick<LedgerLine, 'reference' | 'relatedReference'>): string
  /** Why the provider cannot be asked now, for the administrator; null where it can. */
  unavailable(ctx: ProviderContext): string | null
  /** Every line from `from` on and before `until`, some at a time. Throws where there was no answer. */
  between(ctx: ProviderContext, period: Period): AsyncIterable<LedgerLine[]>
  /** Files of the provider's own pages; absent where there are none, or none are needed. */
  readonly statement?: {
    /** Reads a whole file or refuses it: BAD_REQUEST names the row that is wrong. */
    read(ctx: ProviderContext, file: Buffer, now: Date): Promise<Statement>
  }
}

export interface Period {
  from: Date
  /** The first instant after it. */
  until: Date
}

/** One line of a ledger; amounts are cents of the customer's side, + came, − went. */
export interface LedgerLine {
  reference: string
  kind: TransactionKind
  amountCents: number
  /** In the provider's own balance; null where the list does not name them. */
  feeCents: number | null
  netCents: number | null
  /** Null where that balance is kept in shillings. */
  balanceCurrency: string | null
  occurredAt: Date
  account: string | null
  payerName: string | null
  payerPhone: string | null
  /** The provider's own words for it. */
  description: string | null
  /** What the provider says it is about: the receipt of a payment, the id of a refund. */
  relatedReference: string | null
  /** The provider's own id of the payment that the line is, or takes back; absent where the list names none. */
  paymentReference?: string | null
}

export interface Statement extends Period {
  lines: LedgerLine[]
}
