/** A bearer token as Daraja gives it out. */
interface Token {
  value: string
  expiresAtMs: number
}

const RENEW_BEFORE_END_MS = 60_000

/**
 * Daraja's access token, requested once and shared: a new token ends the old one, so two requests at once must
 * not both renew it. `invalidate` drops a token that Daraja refused, unless it was renewed meanwhile.
 */
export function tokenKeeper(fetchToken: () => Promise<{ value: string; lifeSeconds: number }>, nowMs: () => number) {
  let token: Token | undefined
  let renewal: Promise<string> | undefined

  async function renew(): Promise<string> {
    const { value, lifeSeconds } = await fetchToken()
    token = { value, expiresAtMs: nowMs() + lifeSeconds * 1000 - RENEW_BEFORE_END_MS }
    return value
  }

  return {
    async get(): Promise<string> {
      if (token && nowMs() < token.expiresAtMs) return token.value
      renewal ??= renew().finally(() => {
        renewal = undefined
      })
      return await renewal
    },
    invalidate(refused: string): void {
      if (token?.value === refused) token = undefined
    },
  }
}
