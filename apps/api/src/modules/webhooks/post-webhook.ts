import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Environment } from '../../env.ts'
import { checkedLookup, ForbiddenAddress, isAllowedAddress, literalAddress } from './allowed-address.ts'

const TIMEOUT_MS = 10_000
const KEEP_BYTES = 1_024

export interface WebhookAnswer {
  /** Null where no answer came. */
  status: number | null
  answer: string | null
  /** Why it does not count as taken; null where it does. */
  problem: string | null
  /** What the receiver asked for, unchecked. */
  retryAfter: string | undefined
  durationMs: number
}

/** Sends one message. */
export type PostWebhook = (
  url: string,
  message: { headers: Record<string, string>; body: string },
) => Promise<WebhookAnswer>

/**
 * How messages leave: by connections of their own, to addresses of the internet alone, within 10 seconds, following no
 * redirect. What was answered with 2xx was taken; everything else is a problem, and never thrown.
 */
export function makePostWebhook(
  mayBeLoopback: boolean,
  lookup: LookupFunction = checkedLookup(mayBeLoopback),
): PostWebhook {
  const settings = { keepAlive: true, maxSockets: 8, timeout: 30_000 }
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) }
  return async (address, { headers, body }) => {
    const began = performance.now()
    const answered = (answer: Partial<WebhookAnswer>): WebhookAnswer => ({
      status: null,
      answer: null,
      problem: null,
      retryAfter: undefined,
      durationMs: Math.round(performance.now() - began),
      ...answer,
    })
    try {
      const url = new URL(address)
      const literal = literalAddress(url)
      if (literal && !isAllowedAddress(literal, mayBeLoopback)) throw new ForbiddenAddress(`${literal} is private`)
      const { request } = url.protocol === 'https:' ? https : http
      const agent = agents[url.protocol as keyof typeof agents]
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const sent = request(url, { method: 'POST', agent, lookup, signal, headers: { ...headers, ...common(body) } })
      const { status, answer, retryAfter } = await exchange(sent, body)
      const isTaken = status >= 200 && status < 300
      return answered({ status, answer, retryAfter, problem: isTaken ? null : refusal(status) })
    } catch (error) {
      return answered({ problem: reasonOf(error) })
    }
  }
}

const shared = new Map<boolean, PostWebhook>()

/** How messages of this process leave: its connections are kept for the next one. */
export function postWebhookOf({ WEBHOOKS_TO_LOOPBACK }: Pick<Environment, 'WEBHOOKS_TO_LOOPBACK'>): PostWebhook {
  const mayBeLoopback = WEBHOOKS_TO_LOOPBACK === 'on'
  const post = shared.get(mayBeLoopback) ?? makePostWebhook(mayBeLoopback)
  shared.set(mayBeLoopback, post)
  return post
}

const common = (body: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'user-agent': 'Marashi-Webhooks/1',
})

const refusal = (status: number) =>
  status >= 300 && status < 400 ? `answered ${status}; redirects are not followed` : `answered ${status}`

function exchange(
  sent: http.ClientRequest,
  body: string,
): Promise<{ status: number; answer: string; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      // Its status counts from here on, however its body goes on.
      const done = () => {
        const answer = Buffer.concat(chunks).subarray(0, KEEP_BYTES).toString().toWellFormed()
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, answer: answer.replaceAll('\0', ''), retryAfter: headers['retry-after'] })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= KEEP_BYTES) response.destroy()
      })
      response.on('error', done)
      response.on('close', done)
    })
    sent.end(body)
  })
}

const reasons = new Map(
  Object.entries({
    FORBIDDEN_ADDRESS: 'the address is none of the internet',
    ABORT_ERR: 'no answer within 10 seconds',
    ENOTFOUND: 'nobody knows this name',
    EAI_AGAIN: 'the name could not be looked up',
    ECONNREFUSED: 'nobody listens there',
    ECONNRESET: 'the connection was cut',
    EPROTO: 'no TLS is spoken there',
    CERT_HAS_EXPIRED: 'its certificate has ended',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody vouches for its certificate',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  }),
)

function reasonOf(error: unknown): string {
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer within 10 seconds'
  return reasons.get(code) ?? `it could not be reached (${code || 'no code'})`
}
