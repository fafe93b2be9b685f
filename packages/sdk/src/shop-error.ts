import { sentKeyOf } from './sent-keys.ts'

interface ErrorBody {
  error: string
  code: string
  fields: Record<string, string>
  requestId: string
}

/** The shop's refusal: decide by `code`, which does not change; the message is for people. */
export class ShopError extends Error {
  override readonly name = 'ShopError'
  readonly status: number
  readonly code: string
  /** What is wrong, by field. */
  readonly fields: Readonly<Record<string, string>>
  /** When the same call may succeed, where the shop says so. */
  readonly retryAfterSeconds: number | undefined
  /** Finds a failure of the shop in its log. */
  readonly requestId: string | undefined
  /** The Idempotency-Key that was sent, for another try of the same request. Undefined for a read. */
  readonly idempotencyKey: string | undefined
  /** Everything that the shop answered, such as the `quote` of PRICE_CHANGED. */
  readonly body: unknown

  constructor(response: Response, body: unknown) {
    const { error, code, fields, requestId } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as Partial<ErrorBody>
    super(error ?? `The shop answered ${response.status}.`)
    this.status = response.status
    this.code = code ?? String(response.status)
    this.fields = fields ?? {}
    this.retryAfterSeconds = secondsIn(response.headers.get('retry-after'))
    this.requestId = requestId
    this.idempotencyKey = sentKeyOf(response)
    this.body = body
  }
}

const secondsIn = (text: string | null): number | undefined =>
  text !== null && /^\d+$/.test(text) ? Number(text) : undefined
