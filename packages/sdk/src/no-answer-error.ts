/**
 * No answer came, not all of it, or one that is not the shop's: what was asked may be done or not. `cause` is what `fetch` threw, a
 * TimeoutError, or an error that says what came.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  /** The same request with this key is done once, however often it is sent. Undefined for a read. */
  readonly idempotencyKey: string | undefined

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super('The shop did not answer.', { cause })
    this.idempotencyKey = idempotencyKey
  }
}
