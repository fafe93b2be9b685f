const keys = new WeakMap<Response, string>()

/** Notes the Idempotency-Key of the request that got this answer: an answer does not hold what was asked. */
export function noteSentKey(answer: Response, key: string | undefined): void {
  if (key !== undefined) keys.set(answer, key)
}

/** The Idempotency-Key of the request that got this answer, where it had one. */
export const sentKeyOf = (answer: Response): string | undefined => keys.get(answer)
