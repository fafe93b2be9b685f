import type { Answer } from '../core/answer.ts'
import type { Clock } from '../core/clock.ts'
import { token } from '../core/random-id.ts'
import { decline } from './daraja-error.ts'
import type { DarajaSettings } from './settings.ts'

/** The one valid access token: a new one replaces it, see docs/gateways/mpesa.md#token. */
export class Tokens {
  readonly #settings: DarajaSettings
  readonly #clock: Clock
  #current: { text: string; goodUntilMs: number } | undefined

  constructor(settings: DarajaSettings, clock: Clock) {
    this.#settings = settings
    this.#clock = clock
  }

  /** Answers `GET /oauth/v1/generate`. Declines keys and grants that it does not know. */
  issue(authorization: string | undefined, grant: string | undefined): Answer {
    const { consumerKey, consumerSecret, tokenLifeSeconds } = this.#settings
    const expected = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
    if (authorization !== expected) throw decline('400.008.01')
    if (grant !== 'client_credentials') throw decline('400.008.02')
    const text = token(28)
    this.#current = { text, goodUntilMs: this.#clock.now().getTime() + tokenLifeSeconds * 1000 }
    return { status: 200, body: { access_token: text, expires_in: String(tokenLifeSeconds) } }
  }

  /** Declines a request whose token is missing, replaced or too old. */
  check(authorization: string | undefined): void {
    if (!authorization?.startsWith('Bearer ')) throw decline('404.001.04')
    const isGood =
      this.#current !== undefined &&
      authorization === `Bearer ${this.#current.text}` &&
      this.#clock.now().getTime() < this.#current.goodUntilMs
    if (!isGood) throw decline('404.001.03')
  }

  /** The current token stops working, before its time. */
  expire(): void {
    this.#current = undefined
  }
}
