/** No answer came, or not all of it: what was asked may be done or not. `cause` is what `fetch` threw, or a TimeoutError. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  /** The same request with this key is done once, however often it is sent. Undefined for a read. */
  readonly idempotencyKey: string | undefined

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super('The shop did not answer.', { cause })
    this.idempotencyKey = idempotencyKey
  }
}
