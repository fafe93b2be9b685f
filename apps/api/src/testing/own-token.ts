import type { GivenToken, TokenKeeper } from '../modules/payments/providers/access-token/shared-token.ts'

/** The token of a client that has no database, kept for as long as it is not refused. */
export function ownToken(request: () => Promise<GivenToken>): TokenKeeper {
  let token: string | undefined
  return {
    async get() {
      token ??= (await request()).value
      return token
    },
    async refuse(refused) {
      if (token === refused) token = undefined
    },
  }
}
