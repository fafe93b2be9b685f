import { setTimeout as wait } from 'node:timers/promises'
import type { GivenToken, TokenKeeper } from '../access-token/shared-token.ts'

const TIME_LIMIT_MS = 25_000 // token and request together; shorter than the browser's own 30 seconds
const MAX_REPLY_CHARACTERS = 100_000
// Others may end the token of this shop: a renewal meanwhile, another program with the same keys.
const MOST_REPEATS = 4
const PAUSE_MS = 500

/** Daraja answered with an error. */
export class DarajaRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Something answered that is not Daraja, or not as it should. */
export class UnreadableAnswer extends Error {
  readonly status: number

  constructor(status: number) {
    super(`Daraja answered ${status} without a readable body`)
    this.status = status
  }
}

/** Without a token the request was never sent. `cause` says why. */
export class NothingSent extends Error {}

/**
 * Posts JSON with a bearer token. Throws NothingSent without a token, DarajaRefusal for an error body, any other error for
 * no answer or an unreadable one.
 */
export type DarajaHttp = (path: string, body: object) => Promise<Record<string, unknown>>

const PRODUCT_MISSING = '401.003.01'
const expiredTokenCodes = new Set(['404.001.03', '400.003.01', '401.002.01', PRODUCT_MISSING, '404.001.04'])

export interface Credentials {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
}

interface HttpSettings {
  baseUrl: string
  token: TokenKeeper
  timeLimitMs?: number
}

/** A new token, which ends the one before. Throws as DarajaHttp does. */
export async function requestToken({
  baseUrl,
  consumerKey,
  consumerSecret,
  timeLimitMs,
}: Credentials & { timeLimitMs: number }): Promise<GivenToken> {
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
  const answer = await request(
    `${baseUrl}/oauth/v1/generate?grant_type=client_credentials`,
    { headers: { authorization } },
    AbortSignal.timeout(timeLimitMs),
  )
  if (typeof answer.access_token !== 'string') throw new Error('Daraja gave no access token')
  return { value: answer.access_token, lifeSeconds: Number(answer.expires_in) || 0 }
}

export function darajaHttp({ baseUrl, token, timeLimitMs = TIME_LIMIT_MS }: HttpSettings): DarajaHttp {
  async function bearerWithin(deadline: AbortSignal): Promise<string> {
    try {
      const bearer = await within(deadline, token.get(deadline))
      deadline.throwIfAborted()
      return bearer
    } catch (cause) {
      throw new NothingSent('Daraja gave no access token in time', { cause })
    }
  }

  async function post(path: string, body: object, deadline: AbortSignal, repeats: number): ReturnType<DarajaHttp> {
    const bearer = await bearerWithin(deadline)
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    try {
      return await request(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }, deadline)
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      // A refused token means that nothing was processed, so asking again is no second push.
      await token.refuse(bearer).catch((cause: unknown) => {
        throw new NothingSent('Daraja refused a token', { cause })
      })
      // The same code says that the app lacks the product; no other token helps then.
      const most = error.code === PRODUCT_MISSING ? 1 : MOST_REPEATS
      if (repeats >= most) throw new NothingSent('Daraja refused a new token', { cause: error })
      if (repeats > 0) await wait((0.5 + Math.random()) * PAUSE_MS * repeats)
      return await post(path, body, deadline, repeats + 1)
    }
  }

  return (path, body) => post(path, body, AbortSignal.timeout(timeLimitMs), 0)
}

const isTokenRefused = (error: unknown): error is DarajaRefusal =>
  error instanceof DarajaRefusal && (expiredTokenCodes.has(error.code) || error.status === 401)

/** What `work` answers, unless the deadline comes first: a renewal of the token is shared and may have begun later. */
async function within<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  deadline.throwIfAborted()
  const lapsed = new Promise<never>((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
  })
  return await Promise.race([work, lapsed])
}

async function request(url: string, init: RequestInit, signal: AbortSignal): Promise<Record<string, unknown>> {
  const response = await fetch(url, { ...init, redirect: 'error', signal })
  const text = (await response.text()).slice(0, MAX_REPLY_CHARACTERS)
  const body = readObject(text)
  if (response.ok && body) return body
  if (typeof body?.errorCode === 'string') {
    throw new DarajaRefusal(response.status, body.errorCode, String(body.errorMessage ?? ''))
  }
  if (response.status === 429) throw new DarajaRefusal(429, '429', 'too many requests')
  throw new UnreadableAnswer(response.status)
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
