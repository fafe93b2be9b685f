import { fork } from 'node:child_process'
import { lowerPriority } from '../../lower-priority.ts'
import { ShopError } from '../../shop-error.ts'
import type { PhotoOutcome, PhotoTask } from './image-worker.ts'
import { pictureTypeOf } from './picture-type.ts'

const TIMEOUT_MS = 45_000

/**
 * Makes every file of a picture out of a photo from a phone: upright, without metadata, as a portrait of 4:5 that the photo
 * fills if it is nearly of that shape, and lies whole on otherwise. Throws UNSUPPORTED_MEDIA_TYPE for what is
 * no picture of a known kind, BAD_REQUEST for a damaged one, PAYLOAD_TOO_LARGE for one with too many pixels.
 */
export async function processImage(bytes: Buffer): Promise<Map<string, Buffer>> {
  const type = pictureTypeOf(bytes)
  if (!type) {
    throw new ShopError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Invalid file type. Please upload a JPEG, PNG, WebP, AVIF or HEIC image.',
    )
  }
  const outcome = await processInWorker({ bytes, type })
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
function processInWorker(task: PhotoTask): Promise<PhotoOutcome> {
  const worker = fork(new URL('./image-worker.child.ts', import.meta.url), {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // libheif prints warnings about a file
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise<PhotoOutcome>((resolve, reject) => {
    worker.once('message', (outcome) => resolve(outcome as PhotoOutcome))
    worker.on('error', reject) // a second error that nobody listens to would end the shop
    worker.once('exit', () => resolve('damaged')) // no outcome was sent: it crashed or took too long
    worker.once('spawn', () => {
      lowerPriority(worker.pid)
      worker.send(task, () => undefined) // a process that is gone already has ended, which is told above
    })
  })
}
