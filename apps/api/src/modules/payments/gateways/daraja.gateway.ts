import { ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { type DarajaHttp, DarajaRefusal } from './daraja-http.ts'
import type { MpesaGateway, PushOutcome, QueryOutcome } from './gateway.ts'
import { resultOfQuery } from './mpesa-results.ts'
import { nairobiTimestamp } from './nairobi-timestamp.ts'

export interface DarajaSettings {
  shortcode: string
  /** Receives the money: the shortcode itself for a paybill, the till for `CustomerBuyGoodsOnline` (facts/mpesa C2). */
  partyB: string
  passkey: string
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline'
  isDemo: boolean
}

const BREAK_AFTER_FAILURES = 5
const BREAK_FOR_MS = 20_000

/** Safaricom's Daraja, spoken over `http`. A breaker of its own keeps a dead gateway from holding shoppers up. */
export function darajaGateway(settings: DarajaSettings, http: DarajaHttp, clock: () => Date): MpesaGateway {
  // A refusal is an answer; only silence and broken replies count as failures of the gateway.
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof DarajaRefusal)),
    { halfOpenAfter: BREAK_FOR_MS, breaker: new ConsecutiveBreaker(BREAK_AFTER_FAILURES) },
  )
  const post = (path: string, body: object) => breaker.execute(() => http(path, body))

  function signed() {
    const Timestamp = nairobiTimestamp(clock())
    const { shortcode, passkey } = settings
    return {
      BusinessShortCode: shortcode,
      Password: Buffer.from(shortcode + passkey + Timestamp).toString('base64'),
      Timestamp,
    }
  }

  return {
    isDemo: settings.isDemo,
    async push({ phone, amountShillings, orderNumber, callbackUrl }) {
      try {
        const answer = await post('/mpesa/stkpush/v1/processrequest', {
          ...signed(),
          TransactionType: settings.transactionType,
          Amount: amountShillings,
          PartyA: phone,
          PartyB: settings.partyB,
          PhoneNumber: phone,
          CallBackURL: callbackUrl,
          AccountReference: orderNumber,
          TransactionDesc: orderNumber,
        })
        return acceptedPush(answer)
      } catch (error) {
        return failedPush(error, breaker.state)
      }
    },
    async query(checkoutRequestId) {
      try {
        return queryOutcome(
          await post('/mpesa/stkpushquery/v1/query', { ...signed(), CheckoutRequestID: checkoutRequestId }),
        )
      } catch (error) {
        if (error instanceof DarajaRefusal && error.status === 429) return { kind: 'busy' }
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

/** Only refusals that Daraja gives before processing are certain; everything else may have reached the phone (C7). */
function failedPush(error: unknown, _state: unknown): PushOutcome {
  if (!(error instanceof DarajaRefusal)) {
    const wasNeverSent = error instanceof Error && error.name === 'BrokenCircuitError'
    if (wasNeverSent) return { kind: 'refused', why: 'busy', code: 'breaker', message: 'the gateway does not answer' }
    return { kind: 'unknown', message: error instanceof Error ? error.message : 'no answer' }
  }
  const { code, message, status } = error
  const refused = (why: Extract<PushOutcome, { kind: 'refused' }>['why']): PushOutcome => ({
    kind: 'refused',
    why,
    code,
    message,
  })
  if (/unable to lock subscriber/i.test(message)) return refused('open-prompt')
  if (code === '400.002.02' && /phone|partya|msisdn/i.test(message)) return refused('phone')
  if (status === 429 || code === '500.003.02' || code === '500.003.03') return refused('busy')
  if (code === '500.001.1001' || code === '400.002.02' || code === '400.008.01' || status === 401)
    return refused('configuration')
  return { kind: 'unknown', message: `${code} ${message}` }
}

function queryOutcome({ ResponseCode, ResultCode }: Record<string, unknown>): QueryOutcome {
  const code = String(ResultCode ?? '')
  if (String(ResponseCode) === '0' && code === '0') return { kind: 'paid' }
  const result = resultOfQuery(code)
  return result ? { kind: 'ended', code, ...result } : { kind: 'open', message: `result ${code}` }
}
