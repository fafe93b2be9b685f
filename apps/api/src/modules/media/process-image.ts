import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { ShopError } from '../../shop-error.ts'
import type { PhotoOutcome, PhotoTask } from './image-worker.ts'
import { pictureTypeOf } from './picture-type.ts'

const TIMEOUT_MS = 45_000

/**
 * Makes every file of a picture out of a photo as it comes from a phone: upright, without metadata, on a portrait of 4:5
 * that it fills if it is nearly of that shape, and stands whole on otherwise. Throws UNSUPPORTED_MEDIA_TYPE for what is
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
 * In a process of its own: half a gigabyte that a large photo may take is given back with it, and a photo that crashes a
 * decoder crashes no shop. It knows none of the shop's secrets and waits its turn for the processor behind the shop.
 */
function processInWorker(task: PhotoTask): Promise<PhotoOutcome> {
  const lab = fork(new URL('./image-worker.child.ts', import.meta.url), {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // libheif prints what it dislikes about a file
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise<PhotoOutcome>((resolve, reject) => {
    lab.once('message', (outcome) => resolve(outcome as PhotoOutcome))
    lab.once('error', reject)
    lab.once('exit', () => resolve('damaged')) // without an answer: it crashed or took too long
    if (lab.pid) setPriority(lab.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    lab.send(task)
  })
}
