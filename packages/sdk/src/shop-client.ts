import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './document.ts'
import { NoAnswerError } from './no-answer-error.ts'
import { patientFetch } from './patient-fetch.ts'
import { codeIn, isAway } from './refusals.ts'
import { sentKeyOf } from './sent-keys.ts'

/** One method for each of HTTP: `shop.GET('/products/{id}', { params: { path: { id } } })`. */
export type ShopClient = Client<paths>

export interface ShopClientOptions {
  /** Where the shop is, as https://shop.example. With a key `http:` is for this machine alone: anybody on the way would read the key. */
  url: string
  /** A key of the API, `marashi_…`. Without one the client may do what anybody may. */
  key?: string | undefined
  /** How often a call that is safe to repeat is sent at most; 3 unless given, 1 for no repeats. */
  tries?: number
  /** How long each try may take, 60,000 unless given; a form with a file gets twice as long. */
  timeoutMs?: number
  /** In place of the global one. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * A client of one shop. Its calls answer `{ data, error, response }`; `answerOf` takes the data or throws. They throw NoAnswerError where
 * no answer came, WrongAddressError where the shop leads to another address, and the reason of their `signal` where that aborts.
 * Throws for a key that is empty, or would be read on the way.
 */
export function shopClient({
  url,
  key,
  tries = 3,
  timeoutMs = 60_000,
  fetch = (request) => globalThis.fetch(request),
}: ShopClientOptions): ShopClient {
  if (key !== undefined) refuseKey(key, url)
  const streamed = new WeakSet<Request>()
  const client = createClient<paths>({
    baseUrl: `${url.replace(/\/+$/, '')}/api`,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    bodySerializer,
    fetch: patientFetch(fetch, { tries, timeoutMs, isStreamed: (request) => streamed.has(request) }),
  })
  client.use({
    onRequest({ request, options }) {
      if (options.parseAs === 'stream') streamed.add(request)
    },
    async onResponse({ request, response, options }) {
      if (response.ok && response.status !== 204 && options.parseAs === 'json') refusePage(request, response)
      if (isAway(response)) await refuseProxy(request, response)
    },
  })
  return client
}

/** A proxy or a network that wants a login may answer 200 with a page of its own; whether the shop was asked nobody knows. */
function refusePage({ url }: Request, response: Response): void {
  const type = response.headers.get('content-type') ?? 'nothing'
  if (/\bjson\b/i.test(type)) return
  throw new NoAnswerError(new Error(`${url} was answered with ${type} in place of JSON.`), sentKeyOf(response))
}

/** A proxy that has lost the shop's answer, or waits no longer for it: the shop may have done what was asked, and names no code. */
async function refuseProxy({ url }: Request, response: Response): Promise<void> {
  if (typeof (await codeIn(response)) === 'string') return
  const what = `${response.status} and ${response.headers.get('content-type') ?? 'no type'}`
  throw new NoAnswerError(
    new Error(`${url} was answered with ${what} in place of the shop’s error.`),
    sentKeyOf(response),
  )
}

function refuseKey(key: string, url: string): void {
  // Without one the shop would take the program for a visitor, and say nothing.
  if (key.trim() === '') throw new Error('The key is empty. Leave it out for what anybody may do.')
  const { protocol, hostname, host } = new URL(url)
  if (protocol === 'http:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    throw new Error(`A key is not sent over plain HTTP: use https://${host}.`)
}

/** JSON; a body with a file in it is a form. */
function bodySerializer(body: unknown): string | FormData {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {})
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
