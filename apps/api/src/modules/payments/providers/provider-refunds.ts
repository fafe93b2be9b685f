import type { ResultKind } from '../results/result-address.entity.ts'
import type { ProviderContext } from './provider.ts'
import type { PaymentNames } from './provider-reports.ts'
import type { ResultAddresses } from './provider-results.ts'

/** How a provider gives money back. One that has none of this is given back by hand, and the administrator records it. */
export interface ProviderRefunds {
  /** `whole-payment`: it only takes back everything at once, and asking twice may do it twice. */
  readonly takes: 'any-amount' | 'whole-payment'
  /** Whether the administrator types the password again. */
  readonly asksForPassword: boolean
  readonly firstLookUpAfterMs: number
  /** When to look up again a refund that was sent this long ago, in milliseconds; null gives up and flags it. */
  nextInMs(ageMs: number): number | null
  /** When the money arrives, for the shopper: the end of a sentence that begins with "It". */
  readonly arrival: string
  /** What is not set up for refunds, for the administrator; null where nothing is (refunds-unavailable.ts knows the rest). */
  unavailable(ctx: ProviderContext): string | null
  /** Why the provider gives this payment's money back to nobody, for the administrator; null where it can be asked. */
  problemOf(payment: PaymentNames): string | null
  /** Asks once for money to go back. A throw counts as `unknown`. */
  refund(ctx: ProviderContext, refund: RefundToSend): Promise<RefundReport>
  /** Asks how a refund stands that was asked for. Throws where there was no answer at all. */
  lookUp(ctx: ProviderContext, refund: RefundToSend): Promise<RefundReport>
  /** What a body says that came to one of a refund's addresses; absent where the provider posts no results. */
  readResult?(
    body: string,
    about: { kind: ResultKind; refund: Omit<RefundToSend, 'addresses'> },
  ): RefundReport | 'mismatch' | 'unreadable'
  /** All refunds of a payment, oldest first, also those made on the provider's own pages; absent where it lists none. */
  list?(ctx: ProviderContext, payment: PaymentNames): Promise<ListedRefund[]>
}

/** A refund as it is stored. */
export interface RefundToSend {
  id: string
  amountShillings: number
  payment: PaymentNames
  /** The same key is the same refund, however often it is asked for, where the provider knows such keys. */
  idempotencyKey: string
  /** The provider's own id of the refund, once it has one. */
  reference: string | null
  /** For the answer, where the provider gives it later. */
  addresses: ResultAddresses | null
}

export type RefundReport = {
  /** The provider's own id of the refund. */
  reference?: string | undefined
  /** The provider's message as read; kept with the refund. */
  payload?: object
} & (
  | { kind: 'succeeded'; receipt?: string | undefined }
  /** For certain no money went back. */
  | { kind: 'failed'; code: string; reason: string }
  | { kind: 'pending' }
  /** No answer: it may have gone back. `needsNewKey`: the provider would repeat its own failure under the same key. */
  | { kind: 'unknown'; message: string; needsNewKey?: boolean }
  /** The provider has no such refund, and the same request may be sent again. */
  | { kind: 'absent' }
  /** The provider was asked and answers later, to one of the refund's addresses. */
  | { kind: 'asked' }
)

export interface ListedRefund {
  /** Our id of it; undefined for one that was made on the provider's own pages. */
  id: string | undefined
  amountShillings: number
  report: Exclude<RefundReport, { kind: 'unknown' | 'absent' | 'asked' }> & { reference: string }
}
