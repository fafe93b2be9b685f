import type { Environment } from '../../env.ts'
import { makePostToInternet } from '../../outgoing/post-to-internet.ts'

const TIMEOUT_MS = 10_000

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
 * How messages leave: to the internet alone, within 10 seconds. What was answered with 2xx was taken; everything else is a
 * problem, and never thrown.
 */
export function makePostWebhook(mayBeLoopback: boolean): PostWebhook {
  const post = makePostToInternet({ timeoutMs: TIMEOUT_MS, mayBeLoopback })
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
      const answer = await post(address, { headers: { ...headers, ...common }, body })
      const isTaken = answer.status >= 200 && answer.status < 300
      return answered({ ...answer, problem: isTaken ? null : refusal(answer.status) })
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

const common = { 'content-type': 'application/json', 'user-agent': 'Marashi-Webhooks/1' }

const refusal = (status: number) =>
  status >= 300 && status < 400 ? `answered ${status}; redirects are not followed` : `answered ${status}`

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
