import type { components } from './document.ts'

type Logged = components['schemas']['EventList']['events'][number]

/**
 * An event as a webhook brings it, or a test that the owner sends, of which nothing happened; `type` says what `data` holds. There will
 * be more types: pass over those you do not know.
 */
export type Webhook = WebhookTest | WebhookEvent

interface WebhookTest {
  type: 'webhook.test'
  timestamp: string
  data: { endpointId: string }
}

type WebhookEvent = Logged extends infer Each
  ? Each extends { type: infer Type; data: infer Data }
    ? { type: Type; timestamp: string; data: Data & { eventId: number; version: number; subject: string } }
    : never
  : never

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

const TOLERATED_SECONDS = 300

/**
 * The event in a webhook: `secret` is the endpoint's `whsec_…`, `body` the text as it arrived, before anything parses it.
 * `headers` may be a plain record, its names in any case.
 * Throws where it is not signed by the shop, or older than five minutes.
 */
export async function verifyWebhook(secret: string, headers: Headers | HeaderRecord, body: string): Promise<Webhook> {
  const read = (name: string) => headerIn(headers, name)?.toString() ?? ''
  const timestamp = read('webhook-timestamp')
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERATED_SECONDS)) {
    throw new Error('This webhook is too old, or of the future.')
  }
  const signed = new TextEncoder().encode(`${read('webhook-id')}.${timestamp}.${body}`)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  const key = await crypto.subtle.importKey('raw', bytes ?? new Uint8Array(1), algorithm, false, ['verify'])
  for (const part of read('webhook-signature').split(' ')) {
    const [version, signature = ''] = part.split(',')
    const given = version === 'v1' && bytes ? bytesOf(signature) : undefined
    if (given && (await crypto.subtle.verify(algorithm, key, given, signed))) return JSON.parse(body) as Webhook
  }
  throw new Error('This webhook is not signed by the shop.')
}

/** HTTP has no capitals in names of headers; a plain record keeps those that somebody wrote. */
function headerIn(headers: Headers | HeaderRecord, name: string) {
  if (headers instanceof Headers) return headers.get(name)
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
}

/** Undefined for what is no Base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
