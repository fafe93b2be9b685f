import type { S3Client } from '../../outgoing/s3-client.ts'
import { StoreRefusal } from '../../outgoing/store-refusal.ts'

const TIMEOUT_MS = 15_000

/** Lists the keys of a bucket that begin with `prefix`, a page at a time. Throws a StoreRefusal where the store answers none. */
export async function* listObjects(
  client: S3Client,
  bucketUrl: string,
  prefix: string,
  pageSize = 1_000,
): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const query = new URLSearchParams({ 'list-type': '2', 'max-keys': `${pageSize}`, prefix, 'start-after': last })
    const answer = await client(`${bucketUrl}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const page = await answer.text()
    if (!answer.ok) throw new StoreRefusal(`The store answered ${answer.status} to a list of ${prefix}`, page)
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      last = unescapeXml(key)
      yield last
    }
    if (!/<IsTruncated>true</.test(page)) return
  }
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))
const unescapeXml = (text: string) =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (decimal || hex) return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
    return entities.get(name) ?? all
  })
