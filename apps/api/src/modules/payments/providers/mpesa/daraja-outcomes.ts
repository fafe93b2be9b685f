/** What the shop asks of M-Pesa. Amounts are whole shillings; the phone is a msisdn such as 254712345678. */
export interface MpesaGateway {
  isDemo: boolean
  /** Whether it is not asked at present, because it did not answer. */
  isInterrupted?: () => boolean
  /** The number that shoppers may pay without a prompt. */
  payYourself: { kind: 'till' | 'paybill'; number: string } | null
  /** Asks once for a prompt on a phone; never repeats by itself, because a second push is a second prompt. */
  push(request: {
    phone: string
    amountShillings: number
    orderNumber: string
    callbackUrl: string
  }): Promise<PushOutcome>
  /** Asks how an accepted push ended. */
  query(checkoutRequestId: string): Promise<QueryOutcome>
}

export type PushOutcome =
  | { kind: 'accepted'; merchantRequestId: string; checkoutRequestId: string; customerMessage: string }
  /** Refused before anything reached a phone. */
  | { kind: 'refused'; why: 'phone' | 'configuration' | 'open-prompt' | 'busy'; code: string; message: string }
  /** No readable answer: a prompt may be on the phone. */
  | { kind: 'unknown'; message: string }

export type QueryOutcome =
  | { kind: 'paid' }
  | { kind: 'ended'; as: 'failed' | 'cancelled'; code: string; reason: string }
  /** Not final, not readable or not answered: ask again later. */
  | { kind: 'open'; message: string }
  /** Asked too often. */
  | { kind: 'busy' }
