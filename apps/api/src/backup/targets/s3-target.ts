import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { listObjects } from '../../modules/media/s3-objects.ts'
import { type S3Credentials, s3Client } from '../../outgoing/s3-client.ts'
import { readRefusal, StoreRefusal } from '../../outgoing/store-refusal.ts'
import { type BackupTarget, readBackupName } from './backup-target.ts'

// S3 takes parts of 5 MB or more, at most 10,000 of them: 160 GB.
const PART_BYTES = 16 * 1024 * 1024
/** Enough for a part over half a megabit a second, with what a cut line costs. */
const PART_TIMEOUT_MS = 5 * 60_000
/** Ten seconds together: a router that begins anew is back by then. */
const RETRIES = 8

export interface S3TargetSettings extends S3Credentials {
  endpoint: string
  bucket: string
  /** Without slashes at its ends; may be empty. */
  prefix: string
}

/** Keeps backups in a bucket of any S3-compatible store. A backup of any size goes there in parts, one at a time in memory. */
export function s3Target({ endpoint, bucket, prefix, ...credentials }: S3TargetSettings): BackupTarget {
  const client = s3Client({ ...credentials, retries: RETRIES })
  const bucketUrl = `${endpoint}/${bucket}`
  const folder = prefix ? `${prefix}/` : ''
  const call = async (
    method: string,
    name: string,
    body?: Uint8Array<ArrayBuffer> | string,
    signal = AbortSignal.timeout(PART_TIMEOUT_MS),
  ) => {
    const answer = await client(`${bucketUrl}/${folder}${name}`, {
      method,
      signal,
      ...(body !== undefined && { body }),
    })
    if (answer.ok) return answer
    throw new StoreRefusal(
      `The store ${endpoint} answered ${answer.status} to ${method} of ${folder}${name} in ${bucket}`,
      await readRefusal(answer),
    )
  }
  return {
    place: `s3://${bucket}/${prefix}`,
    addressOf: (name) => `s3://${bucket}/${folder}${name}`,
    write: (name, source) => upload(call, name, source),
    async read(name) {
      // It waits for the head alone: on a slow line a backup takes hours, and fetch itself ends a body that stops coming.
      const head = new AbortController()
      const timer = setTimeout(() => head.abort(), PART_TIMEOUT_MS)
      const { body } = await call('GET', name, undefined, head.signal).finally(() => clearTimeout(timer))
      return Readable.fromWeb(body as ReadableStream)
    },
    async list() {
      const stored = []
      for await (const key of listObjects(client, bucketUrl, folder))
        stored.push(readBackupName(key.slice(folder.length)) ?? [])
      return stored.flat()
    },
    async remove(name) {
      await (await call('DELETE', name)).body?.cancel()
    },
  }
}

type Call = (method: string, name: string, body?: Uint8Array<ArrayBuffer> | string) => Promise<Response>

/** One object where it fits into a part, else a multipart upload, which is given up where a part fails. */
async function upload(call: Call, name: string, source: Readable): Promise<{ bytes: number }> {
  let bytes = 0
  let uploadId: string | undefined
  const tags: string[] = []
  try {
    for await (const { part, isLast } of inParts(source)) {
      bytes += part.length
      if (isLast && tags.length === 0) {
        await (await call('PUT', name, part)).body?.cancel()
        return { bytes }
      }
      uploadId ??= /<UploadId>([^<]+)</.exec(await (await call('POST', `${name}?uploads`)).text())?.[1]
      if (!uploadId) throw new Error('The store began no upload in parts.')
      const answer = await call(
        'PUT',
        `${name}?${new URLSearchParams({ partNumber: `${tags.length + 1}`, uploadId })}`,
        part,
      )
      await answer.body?.cancel()
      tags.push(answer.headers.get('etag') ?? '')
    }
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    await complete(call, name, { uploadId: `${uploadId}`, list }).catch(async (error: unknown) => {
      // Its answer may be lost, and whoever asks again is told that there is no such upload: what counts is that it is there.
      if (!(await isThere(call, name, bytes))) throw error
    })
    return { bytes }
  } catch (error) {
    source.destroy()
    if (uploadId) await call('DELETE', `${name}?${new URLSearchParams({ uploadId })}`).catch(() => undefined)
    throw error
  }
}

async function complete(
  call: Call,
  name: string,
  { uploadId, list }: { uploadId: string; list: string },
): Promise<void> {
  const answer = await (await call('POST', `${name}?${new URLSearchParams({ uploadId })}`, list)).text()
  // S3 answers 200 before it knows, and an error in the body.
  if (answer.includes('<Error>')) throw new StoreRefusal(`The store did not put ${name} together`, answer)
}

const isThere = (call: Call, name: string, bytes: number): Promise<boolean> =>
  call('HEAD', name).then(
    ({ headers }) => Number(headers.get('content-length')) === bytes,
    () => false,
  )

/** Cuts a stream into parts of one size, the last of which may be smaller. */
async function* inParts(source: Readable): AsyncGenerator<{ part: Uint8Array<ArrayBuffer>; isLast: boolean }> {
  let part = new Uint8Array(PART_BYTES)
  let size = 0
  for await (let chunk of source as AsyncIterable<Uint8Array>) {
    while (chunk.length > 0) {
      if (size === PART_BYTES) {
        yield { part, isLast: false }
        part = new Uint8Array(PART_BYTES)
        size = 0
      }
      const fits = chunk.subarray(0, PART_BYTES - size)
      part.set(fits, size)
      size += fits.length
      chunk = chunk.subarray(fits.length)
    }
  }
  yield { part: part.subarray(0, size), isLast: true }
}
