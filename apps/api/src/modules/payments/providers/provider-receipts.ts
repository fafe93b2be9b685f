import type { ClaimRefusal } from '@marashi/domain/rules/receipt-claim'
import type { ResultKind } from '../results/result-address.entity.ts'
import type { ProviderContext } from './provider.ts'
import type { ResultAddresses } from './provider-results.ts'

/** How the receipt is proved of a payment that a shopper made without being asked by the shop. */
export interface ProviderReceipts {
  /** Why a text is no receipt, for the shopper; null where it has the form of one. */
  problemOf(receipt: string): string | null
  /** When to ask again for one that was typed this long ago, in milliseconds; null leaves it to the administrator. */
  nextInMs(ageMs: number): number | null
  /** Whether the provider can be asked here now. */
  canAsk(ctx: ProviderContext): boolean
  /** Asks what became of a receipt; the answer comes to one of the addresses. Throws where the request was not taken on. */
  ask(ctx: ProviderContext, request: { receipt: string; addresses: ResultAddresses }): Promise<void>
  /** What a body says that came to one of the addresses. */
  readResult(ctx: ProviderContext, body: string, about: { kind: ResultKind; receipt: string }): ReceiptReport
}

export type ReceiptReport =
  /** The money came to the shop. */
  | { kind: 'proved'; line: ProvedPayment }
  | { kind: 'refuted'; reason: ClaimRefusal }
  /** It proves nothing; `why` is noted on the event. */
  | { kind: 'open'; why: string }

export interface ProvedPayment {
  amountCents: number
  /** Undefined where the provider names no time. */
  occurredAt: Date | undefined
  payerName: string | undefined
  payerPhone: string | undefined
  description: string | undefined
}
