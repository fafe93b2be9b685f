import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixture } from './fixture.ts'

const TIME_LIMIT_MS = 10_000
export const RETRY_MS = 150

export interface ShopResponse {
  status: number
  body: Record<string, unknown>
}

/** Sends once. Returns undefined when no response came. */
export async function send(
  { origin, recorder }: Fixture,
  path: string,
  body: unknown,
  headers = {},
): Promise<ShopResponse | undefined> {
  try {
    const response = await fetch(origin + path, {
      method: 'POST',
      // A form names its own.
      headers: { ...(!(body instanceof FormData) && { 'content-type': 'application/json' }), ...headers },
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    const text = await response.text()
    recorder.recordResponse(response.status, `${path} ${text}`, response.headers.get('retry-after'))
    return { status: response.status, body: JSON.parse(text) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

/** Sends until the shop answers below 500, or `leaves` is aborted. Only for what may be sent twice. */
export async function sendUntilAnswered(
  fixture: Fixture,
  leaves: AbortSignal,
  path: string,
  body: object,
  headers: object = {},
): Promise<ShopResponse | undefined> {
  while (!leaves.aborted) {
    const response = await send(fixture, path, body, headers)
    if (response && response.status < 500) return response
    await sleep(RETRY_MS)
  }
  return undefined
}
