import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../../http/context.ts'
import type { ShopLimit } from '../../../http/limits/shop-limit.ts'
import type { ShopError } from '../../../shop-error.ts'
import type { ProviderConfirmations } from './provider-confirmations.ts'
import type { ProviderLedger } from './provider-ledger.ts'
import type { ProviderOperator } from './provider-operator.ts'
import type { ProviderReceipts } from './provider-receipts.ts'
import type { RecoveryPolicy } from './provider-recovery.ts'
import type { ProviderRefunds } from './provider-refunds.ts'
import type { EventReport, PaymentReport, ReceivedWebhook, WebhookPolicy, WebhookRequest } from './provider-reports.ts'
import type { ResultPolicy } from './provider-results.ts'
import type { OrderColumns, PaymentColumns, ProviderStorage } from './provider-storage.ts'

/**
 * All that the shop asks of a payment provider. Nothing outside providers/ knows one by name: settlement, webhooks,
 * recovery and jobs go through this interface and the registry. See docs/contributing.md#add-a-payment-provider.
 */
export interface PaymentProvider {
  readonly method: PaymentMethod
  /** As people call it. */
  readonly name: string
  /** Whether an attempt that was cancelled ends its unpaid order too. */
  readonly cancelEndsOrder: boolean
  readonly attempts: AttemptPolicy
  readonly webhook: WebhookPolicy
  readonly recovery: RecoveryPolicy
  readonly storage: ProviderStorage
  /** Whose scripts, calls and frames its form in the shopper's browser needs; empty where it has none there. */
  readonly browserHosts: BrowserHosts

  /** Takes an attempt back, so that no money can come by it any more; absent where that cannot be done. */
  readonly withdrawal?: Withdrawal
  /** Where it posts the answers that it gives later; absent where it answers every request at once. */
  readonly results?: ResultPolicy
  /** Proves receipts that shoppers type; absent where nobody pays it without being asked by the shop. */
  readonly receipts?: ProviderReceipts
  /** Who asks for what the shop's own keys may not; absent where they may everything. */
  readonly operator?: ProviderOperator
  /** Gives money back; absent where only the administrator can, elsewhere. */
  readonly refunds?: ProviderRefunds
  /** Reports payments that were made by hand; absent where nobody can pay it so. */
  readonly confirmations?: ProviderConfirmations
  /** Its own list of what came and went; absent where the shop's payments cannot be checked against one. */
  readonly ledger?: ProviderLedger

  /** False without credentials. What reports on earlier attempts is taken all the same, where it needs none. */
  isConfigured(ctx: ProviderContext): boolean
  /** Whether it is not asked at present, because it failed for several payments in a row. */
  isInterrupted?(ctx: ProviderContext): boolean
  /** What it refuses the shop at present, for all that this process has asked it; null where it refuses nothing. */
  refusal?(ctx: ProviderContext): ProviderRefusal | null
  /** Stands for the keys that it is asked with: nobody has refused other ones. Absent where it tells of no refusals. */
  keys?(ctx: ProviderContext): string | null
  /** Asks for the money of an attempt that is stored already. A throw leaves the attempt open, as `unknown` does. */
  start(ctx: ProviderContext, attempt: Attempt): Promise<Started>
  /** Checks that a webhook is genuine, and names it. Throws ShopError for one that is not. */
  readWebhook(ctx: ProviderContext, request: WebhookRequest): ReceivedWebhook
  /** Reads the body of a stored webhook. */
  readEvent(body: string): EventReport
  /** Asks how a payment stands now. Throws where there was no answer at all. */
  lookUp(ctx: ProviderContext, payment: { orderId: string; reference: string }): Promise<PaymentReport>
}

export interface ProviderRefusal {
  /** The provider's own. */
  code: string
  /** Whether it is about the shop's key or account, and so about every payment. */
  isOfShop: boolean
  /** When it was refused last. */
  at: Date
}

export interface Withdrawal {
  /** What the shopper is told while the provider is at it. */
  readonly stillOpen: string
  /**
   * Answers how the payment stands afterwards; 'unknown-to-keys' where the shop has no keys by which the provider knows it.
   * Throws where the provider cannot be asked.
   */
  withdraw(
    ctx: ProviderContext,
    payment: { orderId: string; reference: string },
  ): Promise<PaymentReport | 'unknown-to-keys'>
}

export interface BrowserHosts {
  readonly scripts: readonly string[]
  readonly calls: readonly string[]
  readonly frames: readonly string[]
}

export const noHosts: BrowserHosts = { scripts: [], calls: [], frames: [] }

export type ProviderContext = Pick<Context, 'env' | 'gateways'>

export interface AttemptPolicy {
  /** `pending` where the shopper has still to send something, such as a card form: until then no money is on its way. */
  readonly firstStatus: 'pending' | 'processing'
  readonly firstLookUpAfterMs: number
  /** Whether an open attempt of the order is gone on with, instead of beside it a second one. */
  readonly isReused: boolean
  /** What `admit` lets everybody together do; absent where it bounds nobody. */
  readonly limitOfShop?: ShopLimit
  /** Refuses an attempt by throwing ShopError, in the transaction that would store it; the order is locked. */
  admit?(tx: EntityManager, attempt: Admission): Promise<void> | void
}

export interface Admission extends AttemptRequest {
  /** The id that the attempt is to have. */
  paymentId: string
  now: Date
  env: Context['env']
  /** Counts a prompt for the caller's network or key. Throws TOO_MANY_REQUESTS beyond its limit. */
  limitCaller(): Promise<void>
}

export interface AttemptRequest {
  orderId: string
  /** Whom the provider asks, in its own terms: a phone, an account. Null where the shopper comes by. */
  payer: string | null
  totalShillings: number
}

/** An attempt as it is stored. */
export interface Attempt extends AttemptRequest {
  paymentId: string
  /** The provider's own id of it, once it has one. */
  reference: string | null
  /** How many attempts by this method the order had had when it was opened, this one included. */
  number: number
  orderNumber: string
  email: string | null
  /** The secret end of an address for its webhooks. Only the hash is stored, so an attempt gone on with has none. */
  callbackToken: string | null
}

export type Started =
  /** `forShopper`: what the shopper's screen needs to go on; null where this attempt cannot be paid any more. */
  | {
      kind: 'accepted'
      reference: string
      forShopper: string | null
      /** What the shopper is told where this answer cannot be stored; absent where the next try finds the same again. */
      errorIfLost?: ShopError
      paymentColumns?: PaymentColumns
      orderColumns?: OrderColumns
    }
  /** For certain nobody was asked for money; `error` is what the shopper is told. */
  | { kind: 'refused'; code: string; message: string; error: ShopError }
  /** The money may still come. */
  | { kind: 'unknown'; message: string; error: ShopError }
