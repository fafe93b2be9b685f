import { requestBehind } from './request-behind.ts'
import type { Fetch } from './send-once.ts'

const MOST_REDIRECTS = 5

/**
 * Follows redirects within the origin that is asked, with method, key and body; any other is the answer. `fetch` alone would send a
 * write to another origin without its key, as a visitor's.
 */
export const stayAtShop =
  (fetch: Fetch): Fetch =>
  async (request) => {
    let asked = request
    for (let followed = 0; ; followed++) {
      const sent = new Request(asked.clone(), { redirect: 'manual', signal: asked.signal })
      requestBehind.set(sent, asked)
      const answer = await fetch(sent)
      if (answer.body) requestBehind.set(answer.body, sent)
      const to = redirectOf(answer, asked)
      if (followed === MOST_REDIRECTS || !keepsRequest(answer, asked) || to?.origin !== new URL(asked.url).origin)
        return answer
      const next = new Request(to, asked)
      requestBehind.set(next, asked)
      asked = next
    }
  }

/** Where an answer leads whoever asks elsewhere: `url` is undefined where a browser keeps it to itself. Undefined for others. */
export function otherAddressOf(answer: Response, request: Request): { url: string | undefined } | undefined {
  if (answer.type === 'opaqueredirect') return { url: undefined }
  const to = redirectOf(answer, request)
  return to && to.origin !== new URL(request.url).origin ? { url: to.origin } : undefined
}

function redirectOf({ status, headers }: Response, { url }: Request): URL | undefined {
  const location = headers.get('location')
  const isRedirect = [301, 302, 303, 307, 308].includes(status)
  return isRedirect && location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined
}

/** Others turn a write into a read. */
const keepsRequest = ({ status }: Response, { method }: Request): boolean =>
  status === 307 || status === 308 || method === 'GET' || method === 'HEAD'
