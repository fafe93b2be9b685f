import { parentPort, workerData } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'
import type { HeicOutcome, HeicTask } from './decode-heic.ts'

/** Decodes one HEIC and ends: the memory that WebAssembly has grown by is only given back with its thread. */
async function decode({ bytes, maxPixels }: HeicTask): Promise<HeicOutcome> {
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) return { kind: 'unreadable' }
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) return { kind: 'too-many-pixels' }
  const data = new Uint8ClampedArray(width * height * 4)
  const filled = await new Promise((done) => image.display({ data, width, height }, done))
  return filled ? { kind: 'decoded', width, height, rgba: data.buffer } : { kind: 'unreadable' }
}

const outcome = await decode(workerData as HeicTask)
parentPort?.postMessage(outcome, outcome.kind === 'decoded' ? [outcome.rgba] : [])
