import { type DarajaHttp, DarajaRefusal, NothingSent } from './daraja-http.ts'

/** What only an operator of the owner's may ask. Every call may be answered later only, at the addresses that it names. */
export interface MpesaReversals {
  /** Stands for the operator's settings (operator.ts). */
  readonly operator: string
  /** Asks once to take a whole payment back; never repeats by itself, because Daraja knows no key of ours. */
  reverse(request: {
    receipt: string
    amountShillings: number
    remarks: string
    resultUrl: string
    timeoutUrl: string
  }): Promise<ReversalOutcome>
  /** Asks what became of a payment by its receipt, or of a reversal by its conversation. */
  query(
    request: { receipt: string; remarks: string } & {
      conversationId: string | null
      resultUrl: string
      timeoutUrl: string
    },
  ): Promise<'asked' | 'not asked'>
}

export type ReversalOutcome =
  /** Taken on: the result comes later. */
  | { kind: 'accepted'; conversationId: string }
  /** Refused before anything was done. */
  | { kind: 'refused'; code: string; message: string }
  /** No readable answer: it may be done. */
  | { kind: 'unknown'; message: string }

interface Operator {
  operator: string
  shortcode: string
  initiator: string
  credential: string
}

const OWN_SHORTCODE = '11'

/** Reversals through Safaricom's Daraja, over `http`, as the owner's operator. */
export function darajaReversals(
  { operator, shortcode, initiator, credential }: Operator,
  http: DarajaHttp,
): MpesaReversals {
  const proof = { Initiator: initiator, SecurityCredential: credential }
  return {
    operator,
    async reverse({ receipt, amountShillings, remarks, resultUrl, timeoutUrl }) {
      try {
        const answer = await http('/mpesa/reversal/v1/request', {
          ...proof,
          CommandID: 'TransactionReversal',
          TransactionID: receipt,
          Amount: amountShillings,
          ReceiverParty: shortcode,
          // Daraja's own spelling.
          RecieverIdentifierType: OWN_SHORTCODE,
          ResultURL: resultUrl,
          QueueTimeOutURL: timeoutUrl,
          Remarks: remarks,
          Occasion: '',
        })
        return outcomeOf(answer)
      } catch (error) {
        return failureOf(error)
      }
    },
    async query({ receipt, remarks, conversationId, resultUrl, timeoutUrl }) {
      const subject = conversationId
        ? // Sources disagree on which of the two names is read.
          { TransactionID: '', OriginalConversationID: conversationId, OriginatorConversationID: conversationId }
        : { TransactionID: receipt }
      const answer = await http('/mpesa/transactionstatus/v1/query', {
        ...proof,
        CommandID: 'TransactionStatusQuery',
        ...subject,
        PartyA: shortcode,
        IdentifierType: '4',
        ResultURL: resultUrl,
        QueueTimeOutURL: timeoutUrl,
        Remarks: remarks,
        Occasion: '',
      })
      return String(answer.ResponseCode) === '0' ? 'asked' : 'not asked'
    },
  }
}

function outcomeOf({ ResponseCode, ResponseDescription, ConversationID }: Record<string, unknown>): ReversalOutcome {
  const code = String(ResponseCode ?? '')
  if (code === '0' && typeof ConversationID === 'string') return { kind: 'accepted', conversationId: ConversationID }
  if (code === '' || code === '0') return { kind: 'unknown', message: 'an answer without a conversation' }
  return { kind: 'refused', code, message: String(ResponseDescription ?? '') }
}

const BUSY = new Set(['500.003.02', '500.003.03', '429'])

/** What was never sent, or refused before it was processed, took nothing back; every other request may have. */
function failureOf(error: unknown): ReversalOutcome {
  if (error instanceof NothingSent) {
    return { kind: 'refused', code: 'token', message: 'M-Pesa could not be reached. Try again.' }
  }
  if (!(error instanceof DarajaRefusal)) return { kind: 'unknown', message: 'no answer' }
  const { code, message, status } = error
  if (BUSY.has(code)) return { kind: 'refused', code, message: 'M-Pesa is busy. Try again shortly.' }
  if (code === '500.003.1001' || (status >= 500 && code !== '500.001.1001')) {
    return { kind: 'unknown', message: `${code} ${message}` }
  }
  const isProductMissing = code === '401.003.01'
  return {
    kind: 'refused',
    code,
    message: isProductMissing ? 'The Daraja app has no reversal product. Add it in the Daraja portal.' : message,
  }
}
