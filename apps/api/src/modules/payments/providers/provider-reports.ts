import type { RestOperation } from '../../../http/rest-operation.ts'
import type { FlagDetails } from '../flags/payment-flag.entity.ts'
import type { FlagToRaise } from '../flags/raise-flag.ts'
import type { PaymentOutcome } from '../settlement/payment-outcome.ts'
import type { PaymentColumns } from './provider-storage.ts'

export interface WebhookPolicy {
  /** Below `/api`. */
  readonly path: string
  readonly acknowledgement: object
  /** The header without which no webhook is read; absent where the address is the proof: its `:token` names the attempt. */
  readonly proofHeader?: string
  readonly source: 'callback' | 'webhook'
  /** Whether an event counts for nothing until the provider was asked. */
  readonly needsLookUp: boolean
  /** How the API's document describes it. */
  readonly operation: RestOperation
}

/** What is known of a webhook before anything of its body is read. */
export interface WebhookHead {
  params: Record<string, string>
  headers: Record<string, string | string[] | undefined>
}

export interface WebhookRequest extends WebhookHead {
  body: Buffer
}

/** A webhook as it is stored. Without an `eventId` a body that comes again for the same attempt is the same event. */
export interface ReceivedWebhook {
  body: string
  eventId?: string
}

/** The provider's own id of a payment's attempt, and what proved it: all that is known of money that no attempt of the shop asked for. */
export interface PaymentNames {
  reference: string | null
  receipt: string | null
}

export type EventReport =
  /** What the event says counts. `reference` is compared with the attempt's own, or adopted where its answer was lost. */
  | { kind: 'report'; reference: string | undefined; report: PaymentReport; adoptedColumns?: PaymentColumns }
  /** The event is only a hint: the provider is asked. */
  | { kind: 'look-up'; payment: PaymentNames; hasRefunds?: boolean }
  | { kind: 'flag'; payment: PaymentNames; flag: Omit<FlagToRaise, 'source'> }
  | { kind: 'dispute'; payment: PaymentNames; dispute: DisputeReport }
  /** It reports on its attempt in a way that nobody has seen yet. */
  | { kind: 'unreadable' }
  /** `why` is noted on the event. */
  | { kind: 'ignored'; why: string }

/** How a dispute with the customer's bank stood at a moment. */
export interface DisputeReport {
  id: string
  /** When the provider said so, to the millisecond: what is older than the last report changes nothing. */
  at: Date
  state: 'open' | 'won' | 'lost'
  /** The bank waits for the shop's answer. */
  needsAnswer: boolean
  /** What the owner reads: reason, amount, until when to answer, whether the money was taken. */
  facts: FlagDetails & {
    /** Whether the provider refuses to give money of the payment back while the dispute is open. */
    refunds: 'refused' | null
  }
}

type WithoutSource<Outcome> = Outcome extends unknown ? Omit<Outcome, 'source'> : never

export type PaymentReport =
  | {
      kind: 'outcome'
      outcome: WithoutSource<PaymentOutcome>
      /** Null where the provider has not booked it yet; absent where it names none. */
      feeCents?: number | null
      hasRefunds?: boolean
    }
  /** It belongs to another order or another reference, or is in another currency. */
  | { kind: 'mismatch'; details?: FlagToRaise['details'] }
  /** Not decided yet, or not readable: look again later. */
  | { kind: 'open'; progress?: Progress }
  /** Paid, it says, and names neither amount nor receipt. */
  | { kind: 'paid-unproven' }
  /** Asked too often. */
  | { kind: 'busy' }

/** How far an open attempt is: a declined card leaves it payable. */
export interface Progress {
  status: 'pending' | 'processing'
  failure: { code: string; message: string } | undefined
}
