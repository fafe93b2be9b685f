import type { Expression, UpdateObject } from 'kysely'
import type { Tables } from '../../../tables.ts'
import type { AttemptRequest } from './provider.ts'

export type PaymentColumns = UpdateObject<Tables, 'payments'>
export type OrderColumns = UpdateObject<Tables, 'orders'>

/**
 * What a provider keeps of its own beside `provider_reference` and `provider_receipt`, which the shop itself writes. An
 * undefined column stays as it is.
 */
export interface ProviderStorage {
  /** For a new attempt and its order. */
  opened(attempt: AttemptRequest): { payment: PaymentColumns; order: OrderColumns }
  payment(known: {
    reference?: string | undefined
    receipt?: string | Expression<string | null> | null | undefined
  }): PaymentColumns
  order: {
    accepted(reference: string): OrderColumns
    /** Whether only the latest attempt shows on the order, once it is accepted. */
    isLatestAlone: boolean
    paid(receipt: Expression<string | null>): OrderColumns
    ended(kind: 'failed' | 'cancelled'): OrderColumns
    /** It shows again the attempt of this id instead of a newer one by which nobody was asked for money; null where there is none. */
    restored(attemptId: string | null): OrderColumns
    /** Its payment was paid back or taken off; `hasMoney` says of an order whether other money by this method is there. */
    released(hasMoney: Expression<boolean>): OrderColumns
    /** The receipt that the order shows; null where it shows none. */
    receiptColumns: ((receipt: Expression<string | null>) => OrderColumns) | null
  }
}

/** For a provider that keeps nothing of its own. */
export const noColumns: ProviderStorage = {
  opened: () => ({ payment: {}, order: {} }),
  payment: () => ({}),
  order: {
    accepted: () => ({}),
    isLatestAlone: true,
    paid: () => ({}),
    ended: () => ({}),
    restored: () => ({}),
    released: () => ({}),
    receiptColumns: null,
  },
}
