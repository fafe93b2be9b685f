import type { Environment } from '../../../../env.ts'
import { DarajaRefusal, requestToken, UnreadableAnswer } from './daraja-http.ts'

const TIME_LIMIT_MS = 10_000

export type KeyCheck =
  | { state: 'off' }
  | { state: 'accepted' }
  | { state: 'refused' }
  | { state: 'silent'; error: unknown }

/**
 * Whether Safaricom gives a token for the consumer's key and secret. Nothing is charged and no phone rings. Where the shop
 * runs, its own token ends by this, and it asks for another one.
 */
export async function checkMpesaKeys(env: Environment): Promise<KeyCheck> {
  const { MPESA_BASE_URL: baseUrl, MPESA_CONSUMER_KEY: consumerKey, MPESA_CONSUMER_SECRET: consumerSecret } = env
  if (!consumerKey || !consumerSecret) return { state: 'off' }
  try {
    await requestToken({ baseUrl, consumerKey, consumerSecret, timeLimitMs: TIME_LIMIT_MS })
    return { state: 'accepted' }
  } catch (error) {
    const isAnswer = error instanceof DarajaRefusal || error instanceof UnreadableAnswer
    // Safaricom refuses wrong keys with 400 or 401, in some cases without a body.
    return isAnswer && [400, 401, 403].includes(error.status) ? { state: 'refused' } : { state: 'silent', error }
  }
}
