import type { Operation } from './operations.ts'

const header = (description: string, example: string) => ({ description, schema: { type: 'string' as const }, example })

const replayed = header('`true` where the same `Idempotency-Key` was answered before, and this is that answer', 'true')
const keyLimit = {
  'RateLimit-Policy': header('With a key: how many requests in how many seconds', '"key";q=600;w=60'),
  RateLimit: header('With a key: how many requests are left, for how many seconds', '"key";r=599;t=60'),
}
const etag = header('Send it as `If-None-Match`: 304 where nothing has changed', 'W/"b1e7b51"')
const version = header(
  'Send it as `If-None-Match`: 304 where nothing has changed; or with an edit as `If-Match`: 412 where somebody has saved since',
  '"2026-03-09T06:30:00.000Z/b1e7b51"',
)

/** The headers of a success that a program decides by. */
export function successHeaders({ access, area, isShared, isVersioned, repeats }: Operation) {
  return {
    ...(repeats && { 'Idempotency-Replayed': replayed }),
    ...(access === 'administrator' && area !== 'session' && keyLimit),
    ...(isShared && { ETag: etag }),
    ...(isVersioned && { ETag: version }),
  }
}
