import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'

export const merchant = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }
export const operator = { name: 'apiop', credential: 'c2VjcmV0' }

interface Reply {
  status: number
  body: Record<string, string>
}

/** A merchant that calls Daraja without a library, so that a test can send every wrong request too. */
export class DarajaMerchant {
  readonly #url: string
  #token = ''

  constructor(url: string) {
    this.#url = url
  }

  async logIn(
    keys = `${merchant.consumerKey}:${merchant.consumerSecret}`,
    grant = 'client_credentials',
  ): Promise<Reply> {
    const reply = await replyOf(
      fetch(`${this.#url}/oauth/v1/generate?grant_type=${grant}`, {
        headers: { authorization: `Basic ${btoa(keys)}` },
      }),
    )
    this.#token = reply.body.access_token ?? this.#token
    return reply
  }

  /** Sends a right push, but for what `changes` makes of it. */
  push(changes: Record<string, unknown> = {}): Promise<Reply> {
    return this.#post('/mpesa/stkpush/v1/processrequest', {
      ...proof(),
      TransactionType: 'CustomerPayBillOnline',
      Amount: 3200,
      PartyA: '254712345678',
      PartyB: merchant.shortcode,
      PhoneNumber: '254712345678',
      CallBackURL: 'http://127.0.0.1:9/hooks/pay/t0ken',
      AccountReference: 'MAR10042',
      TransactionDesc: 'Perfume',
      ...changes,
    })
  }

  query(CheckoutRequestID: string | undefined, changes: Record<string, unknown> = {}): Promise<Reply> {
    return this.#post('/mpesa/stkpushquery/v1/query', { ...proof(), CheckoutRequestID, ...changes })
  }

  /** Asks about a receipt; what becomes of it comes to `resultUrl`. */
  status(TransactionID: string, resultUrl: string, timeoutUrl = resultUrl): Promise<Reply> {
    return this.#post('/mpesa/transactionstatus/v1/query', {
      Initiator: operator.name,
      SecurityCredential: operator.credential,
      CommandID: 'TransactionStatusQuery',
      TransactionID,
      PartyA: merchant.shortcode,
      IdentifierType: '4',
      ResultURL: resultUrl,
      QueueTimeOutURL: timeoutUrl,
      Remarks: 'Receipt',
      Occasion: '',
    })
  }

  /** Tells Daraja where to report payments by hand. */
  register(ConfirmationURL: string, changes: Record<string, unknown> = {}): Promise<Reply> {
    return this.#post('/mpesa/c2b/v2/registerurl', {
      ShortCode: merchant.shortcode,
      ResponseType: 'Completed',
      ConfirmationURL,
      ValidationURL: ConfirmationURL,
      ...changes,
    })
  }

  pull(what: 'register' | 'query', body: object): Promise<Reply> {
    return this.#post(`/pulltransactions/v1/${what}`, body)
  }

  #post(path: string, body: unknown): Promise<Reply> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' }
    return replyOf(fetch(`${this.#url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
}

/** Who asks, when, and the password made of both; `at` for a clock that is wrong. */
export function proof(at = new Date(), { shortcode, passkey } = merchant) {
  const Timestamp = toNairobiDigits(at)
  return { BusinessShortCode: shortcode, Timestamp, Password: btoa(`${shortcode}${passkey}${Timestamp}`) }
}

async function replyOf(request: Promise<Response>): Promise<Reply> {
  const response = await request
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
