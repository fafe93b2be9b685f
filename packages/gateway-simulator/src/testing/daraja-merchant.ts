import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'

export const merchant = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }

interface Heard {
  status: number
  body: Record<string, string>
}

/** A merchant that talks to Daraja by hand, so that every wrong word can be said as well. */
export class DarajaMerchant {
  readonly #url: string
  #token = ''

  constructor(url: string) {
    this.#url = url
  }

  async logIn(
    keys = `${merchant.consumerKey}:${merchant.consumerSecret}`,
    grant = 'client_credentials',
  ): Promise<Heard> {
    const heard = await hear(
      fetch(`${this.#url}/oauth/v1/generate?grant_type=${grant}`, {
        headers: { authorization: `Basic ${btoa(keys)}` },
      }),
    )
    this.#token = heard.body.access_token ?? this.#token
    return heard
  }

  /** Sends a right push, but for what `changes` makes of it. */
  push(changes: Record<string, unknown> = {}): Promise<Heard> {
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

  query(CheckoutRequestID: string | undefined, changes: Record<string, unknown> = {}): Promise<Heard> {
    return this.#post('/mpesa/stkpushquery/v1/query', { ...proof(), CheckoutRequestID, ...changes })
  }

  #post(path: string, body: unknown): Promise<Heard> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' }
    return hear(fetch(`${this.#url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
}

/** Who asks, when, and the password made of both; `at` for a clock that is wrong. */
export function proof(at = new Date(), { shortcode, passkey } = merchant) {
  const Timestamp = toNairobiDigits(at)
  return { BusinessShortCode: shortcode, Timestamp, Password: btoa(`${shortcode}${passkey}${Timestamp}`) }
}

async function hear(asked: Promise<Response>): Promise<Heard> {
  const response = await asked
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
