import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import { isBrokenCircuitError } from 'cockatiel'
import { databaseTrouble } from '../../../../db/database-failure.ts'
import { gatewayBreaker } from '../gateway-breaker.ts'
import { type DarajaHttp, DarajaRefusal, NothingSent } from './daraja-http.ts'
import type { MpesaGateway, PushOutcome, QueryOutcome } from './daraja-outcomes.ts'

import { resultOfQuery } from './result-codes.ts'

export interface DarajaSettings {
  shortcode: string
  /** Receives the money: the shortcode itself for a paybill, the till for `CustomerBuyGoodsOnline`. */
  partyB: string
  passkey: string
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline'
  isDemo: boolean
}

type Refused = Extract<PushOutcome, { kind: 'refused' }>

/** Safaricom's Daraja, over `http`. A circuit breaker keeps a dead gateway from delaying shoppers. */
export function darajaGateway(settings: DarajaSettings, http: DarajaHttp, clock: () => Date): MpesaGateway {
  // A refusal is an answer, and the token is kept in the shop's own database; only timeouts and unreadable replies count as
  // failures of the gateway.
  const breaker = gatewayBreaker((error) => {
    if (refusalIn(error)) return 'answer'
    return databaseTrouble(error) ? 'nothing' : 'failure'
  })

  function signed() {
    const Timestamp = toNairobiDigits(clock())
    const { shortcode, passkey } = settings
    return {
      BusinessShortCode: shortcode,
      Password: Buffer.from(shortcode + passkey + Timestamp).toString('base64'),
      Timestamp,
    }
  }

  return {
    isDemo: settings.isDemo,
    isInterrupted: () => breaker.isOpen(),
    payYourself: {
      kind: settings.transactionType === 'CustomerBuyGoodsOnline' ? 'till' : 'paybill',
      number: settings.partyB,
    },
    async push({ phone, amountShillings, orderNumber, callbackUrl }) {
      try {
        const body = {
          ...signed(),
          TransactionType: settings.transactionType,
          Amount: amountShillings,
          PartyA: phone,
          PartyB: settings.partyB,
          PhoneNumber: phone,
          CallBackURL: callbackUrl,
          AccountReference: orderNumber,
          TransactionDesc: orderNumber,
        }
        return acceptedPush(await breaker(orderNumber, () => http('/mpesa/stkpush/v1/processrequest', body)))
      } catch (error) {
        return failedPush(error)
      }
    },
    async query(checkoutRequestId) {
      try {
        const body = { ...signed(), CheckoutRequestID: checkoutRequestId }
        return queryOutcome(await breaker(checkoutRequestId, () => http('/mpesa/stkpushquery/v1/query', body)))
      } catch (error) {
        if (refusalIn(error)?.status === 429) return { kind: 'busy' }
        return { kind: 'open', message: error instanceof Error ? error.message : 'no answer' }
      }
    },
  }
}

function acceptedPush(answer: Record<string, unknown>): PushOutcome {
  const { MerchantRequestID, CheckoutRequestID, ResponseCode, CustomerMessage } = answer
  if (String(ResponseCode) !== '0' || typeof CheckoutRequestID !== 'string' || typeof MerchantRequestID !== 'string') {
    return { kind: 'unknown', message: 'an answer without a request id' }
  }
  return {
    kind: 'accepted',
    merchantRequestId: MerchantRequestID,
    checkoutRequestId: CheckoutRequestID,
    customerMessage:
      typeof CustomerMessage === 'string' ? CustomerMessage : 'Check your phone and enter your M-Pesa PIN.',
  }
}

/** The refusal by Daraja, of the request or of the token before it. */
function refusalIn(error: unknown): DarajaRefusal | undefined {
  const reported = error instanceof NothingSent ? error.cause : error
  return reported instanceof DarajaRefusal ? reported : undefined
}

/** A request that was never sent, or refused before processing, reached no phone; every other one may have. */
function failedPush(error: unknown): PushOutcome {
  const refusal = refusalIn(error)
  const why = refusal && reasonOf(refusal)
  if (why) return { kind: 'refused', why, code: refusal.code, message: refusal.message }
  if (isBrokenCircuitError(error)) {
    return { kind: 'refused', why: 'busy', code: 'breaker', message: 'the gateway does not answer' }
  }
  if (error instanceof NothingSent) return { kind: 'refused', why: 'busy', code: 'token', message: error.message }
  if (refusal) return { kind: 'unknown', message: `${refusal.code} ${refusal.message}` }
  return { kind: 'unknown', message: error instanceof Error ? error.message : 'no answer' }
}

function reasonOf({ code, message, status }: DarajaRefusal): Refused['why'] | undefined {
  // biome-ignore lint/plugin: Daraja has one code for this and for wrong credentials
  if (/unable to lock subscriber/i.test(message)) return 'open-prompt'
  // biome-ignore lint/plugin: Daraja has one code for every bad field
  if (code === '400.002.02' && /phone|partya|msisdn/i.test(message)) return 'phone'
  if (status === 429 || code === '500.003.02' || code === '500.003.03') return 'busy'
  const isAboutSettings = code === '500.001.1001' || code === '400.002.02' || code === '400.008.01' || status === 401
  return isAboutSettings ? 'configuration' : undefined
}

function queryOutcome({ ResponseCode, ResultCode }: Record<string, unknown>): QueryOutcome {
  const code = String(ResultCode ?? '')
  if (String(ResponseCode) === '0' && code === '0') return { kind: 'paid' }
  const result = resultOfQuery(code)
  return result
    ? { kind: 'ended', code, as: result.kind, reason: result.reason }
    : { kind: 'open', message: `result ${code}` }
}
