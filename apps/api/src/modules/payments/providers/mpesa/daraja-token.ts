import { createHash } from 'node:crypto'
import { sharedToken, type TokenKeeper, type TokenStore } from '../access-token/shared-token.ts'
import { type Credentials, requestToken } from './daraja-http.ts'

/** Less than a process may hold the others up (access-token/stored-token.ts). */
const TIME_LIMIT_MS = 10_000

/** Daraja's access token for these keys, shared by all processes. */
export function darajaToken(credentials: Credentials, store: TokenStore): TokenKeeper {
  const { baseUrl, consumerKey, consumerSecret } = credentials
  const keys = createHash('sha256')
    .update(JSON.stringify([baseUrl, consumerKey, consumerSecret]))
    .digest('hex')
  return sharedToken(store, { gateway: 'mpesa', keys }, () =>
    requestToken({ ...credentials, timeLimitMs: TIME_LIMIT_MS }),
  )
}
