import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type S3Credentials, s3Client } from '../../outgoing/s3-client.ts'
import { readRefusal, StoreRefusal } from '../../outgoing/store-refusal.ts'
import { ShopError } from '../../shop-error.ts'
import type { MediaStore } from './media-store.ts'
import { pictureFiles } from './picture-files.ts'
import { listObjects } from './s3-objects.ts'

/** Until the store begins to answer. */
const TIMEOUT_MS = 15_000

interface S3Settings extends S3Credentials {
  endpoint: string
  bucket: string
}

/**
 * Keeps pictures in a bucket of any S3-compatible store, as `media/<pictureId>/<file>`, so that several servers share
 * them. The bucket must exist and need not be public: the shop itself serves the pictures.
 */
export function s3Store({ endpoint, bucket, ...credentials }: S3Settings): MediaStore {
  const client = s3Client({ ...credentials, retries: 2 })
  const call = async (method: string, pictureId: string, name: string, more: RequestInit = {}) => {
    const url = `${endpoint}/${bucket}/media/${pictureId}/${name}`
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(new Error('The picture store is silent')), TIMEOUT_MS)
    try {
      const answer = await client(url, { ...more, method, signal: silent.signal })
      if (answer.ok || answer.status === 404) return answer
      const what = `The picture store answered ${answer.status} to ${method} ${pictureId}/${name}`
      throw new StoreRefusal(what, await readRefusal(answer))
    } catch (cause) {
      throw unavailable(cause as Error)
    } finally {
      // What follows is passed on as it comes, to a phone on a slow line that may take longer.
      clearTimeout(timer)
    }
  }
  return {
    async put(pictureId, files) {
      for (const [name, bytes] of files) {
        const answer = await call('PUT', pictureId, name, {
          body: new Uint8Array(bytes),
          headers: { 'content-type': contentTypeOf(name), 'content-length': String(bytes.length) },
        })
        await answer.body?.cancel()
        if (!answer.ok) throw unavailable(new Error(`The picture store has no bucket ${bucket}`))
      }
    },
    async remove(pictureId) {
      await Promise.all(pictureFiles.map(async (name) => (await call('DELETE', pictureId, name)).body?.cancel()))
    },
    async read(pictureId, name) {
      const answer = await call('GET', pictureId, name)
      const { ok, body, headers } = answer
      const size = headers.get('content-length')
      if (ok && body && size === null) {
        // Behind a proxy that passes it on in pieces; a picture's file is small enough to be counted here.
        const bytes = Buffer.from(await answer.arrayBuffer())
        return { body: Readable.from([bytes]), size: bytes.length }
      }
      if (ok && body) return { body: Readable.fromWeb(body as ReadableStream), size: Number(size) }
      await body?.cancel()
      return undefined
    },
    async list() {
      const ids = new Set<string>()
      for await (const key of listObjects(client, `${endpoint}/${bucket}`, 'media/')) ids.add(key.split('/')[1] ?? '')
      return [...ids]
    },
    tidy: async () => undefined, // an object is complete or does not exist
  }
}

/** Unreachable, full, or closed to these keys: only the owner can find out which and fix it. */
const unavailable = (cause: Error) =>
  new ShopError('SERVICE_UNAVAILABLE', 'The picture store is not available. Please check it, then try again.', {
    retryAfterSeconds: 60,
    cause,
  })

/** The content type by the file's extension; pictures have no others. */
export const contentTypeOf = (name: string): string =>
  name.endsWith('.jpg') ? 'image/jpeg' : `image/${name.slice(name.lastIndexOf('.') + 1)}`
