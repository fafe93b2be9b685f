import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'

const FIRST_PAUSE_MS = 50

export interface S3Credentials {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Answers what the store did, also where it refused. Throws as `fetch`, and the reason of the signal where it aborts. */
export type S3Client = (url: string, init: RequestInit & { signal: AbortSignal }) => Promise<Response>

/**
 * Signs what a store is asked, and asks again up to `retries` times what it answers with 429 or 5xx, or what a line that was cut has
 * lost: a backup is sent for hours, and each of its parts may be sent twice.
 *
 * aws4fetch has a `fetch` too, which sends a request that nothing keeps: Node forgets the signal of such a one at its next collection
 * of memory, and would wait for a silent store for five minutes. Here `fetch` is handed the signal itself.
 */
export function s3Client({ retries, ...credentials }: S3Credentials & { retries: number }): S3Client {
  const signer = new AwsClient({ ...credentials, service: 's3' })
  return async (url, { signal, ...init }) => {
    for (let sent = 0; ; sent++) {
      const request = await signer.sign(url, init)
      const answer = await fetch(request, { signal }).catch((error: unknown) => {
        if (isCut(error) && sent < retries) return undefined
        throw error
      })
      const isPassing = !answer || answer.status === 429 || answer.status >= 500
      if (!isPassing || (answer && sent === retries)) return answer
      await answer?.body?.cancel()
      const pauseMs = FIRST_PAUSE_MS * 2 ** sent * (0.5 + Math.random() / 2)
      await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** What fetch throws where the line or the server gives way; a signal throws its own reason. */
const isCut = (error: unknown) => error instanceof TypeError
