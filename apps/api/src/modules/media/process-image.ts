import { fork } from 'node:child_process'
import { type Ending, processOutcome } from '../../process-outcome.ts'
import { ShopError } from '../../shop-error.ts'
import type { PhotoFailure } from './image-worker.child.ts'
import type { PhotoOutcome, PhotoTask } from './image-worker.ts'
import { pictureTypeOf } from './picture-type.ts'

const TIMEOUT_MS = 45_000
const RETRY_AFTER_SECONDS = 30
/** A photo that crashes its decoder ends the process by one of these; whoever kills it for its time or memory takes another. */
const CRASHES = new Set<Ending>(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE'])

/**
 * Makes every file of a picture out of a photo from a phone: upright, without metadata, as a portrait of 4:5 that the photo
 * fills if it is nearly of that shape, and lies whole on otherwise. Throws UNSUPPORTED_MEDIA_TYPE for what is
 * no picture of a known kind, BAD_REQUEST for a damaged one, PAYLOAD_TOO_LARGE for one with too many pixels, and
 * SERVICE_UNAVAILABLE where the machine lacks the time or the memory, or the shop has a bug.
 */
export async function processImage(bytes: Buffer): Promise<Map<string, Buffer>> {
  const type = pictureTypeOf(bytes)
  if (!type) {
    throw new ShopError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Invalid file type. Please upload a JPEG, PNG, WebP, AVIF or HEIC image.',
    )
  }
  const answer = await processInWorker({ bytes, type })
  if (typeof answer === 'object' && 'failure' in answer) throw notNow(answer.failure)
  const isEnded = typeof answer === 'object' && 'ended' in answer
  if (isEnded && !CRASHES.has(answer.ended)) throw notNow(`its process ended (${answer.ended})`)
  const outcome = isEnded ? 'damaged' : answer
  if (outcome === 'damaged') throw new ShopError('BAD_REQUEST', 'This picture cannot be read. It may be damaged.')
  if (outcome === 'too-many-pixels') {
    throw new ShopError('PAYLOAD_TOO_LARGE', 'This picture has too many pixels. Make it smaller first.')
  }
  return outcome
}

/**
 * Each photo gets its own process: the half a gigabyte that a large one may take is freed when it ends, and a photo that
 * crashes a decoder does not crash the shop. The process has none of the shop's secrets and a lower priority than the shop.
 */
function processInWorker(task: PhotoTask) {
  const worker = fork(new URL('./image-worker.child.ts', import.meta.url), {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // libheif prints warnings about a file
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  return processOutcome<PhotoOutcome | PhotoFailure>(worker, task)
}

const notNow = (why: string) =>
  new ShopError('SERVICE_UNAVAILABLE', 'The shop could not process this picture now. Please try again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: new Error(`A picture was not processed: ${why}`),
  })
