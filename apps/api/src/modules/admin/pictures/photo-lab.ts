import sharp, { type Sharp } from 'sharp'
import { decodeHeic } from './decode-heic.ts'
import { encodeVariants, ofPixels, type Pixels, pixelsOf } from './encode-variants.ts'
import type { PictureType } from './picture-type.ts'

const MAX_PIXELS = 40_000_000
// WebAssembly takes 15 bytes a pixel: as many as an iPhone takes by itself fit into a small server.
const MAX_HEIC_PIXELS = 25_000_000
const MAX_SHARE_BYTES = 100_000 // some messengers show no larger preview (design/experience, Imagery)
const STEP_TIMEOUT_SECONDS = 20

const portrait = { width: 1080, height: 1350 }
/** Behind pictures with a transparent ground. */
const paper = '#f4efe9'

export interface PhotoTask {
  bytes: Uint8Array
  type: PictureType
}

export type PhotoOutcome = Map<string, Buffer> | 'damaged' | 'too-many-pixels'

/** What develop-photo promises, done here and now: for a process of its own. */
export async function develop({ bytes, type }: PhotoTask): Promise<PhotoOutcome> {
  const photo = await open(bytes, type).then((found) => (typeof found === 'string' ? found : readPhoto(found)), explain)
  if (typeof photo === 'string') return photo
  const background = edgeColour(photo)
  const wall = ofPixels(photo).resize({ ...portrait, fit: 'contain', background })
  const files = await encodeVariants(await pixelsOf(wall))
  return files.set('share.jpg', await sharePicture(photo, background))
}

type Refusal = Exclude<PhotoOutcome, Map<string, Buffer>>

async function open(bytes: Uint8Array, type: PictureType): Promise<Sharp | Refusal> {
  if (type === 'heic') {
    const heic = await decodeHeic(bytes, { maxPixels: MAX_HEIC_PIXELS })
    if (heic === 'too-many-pixels') return heic
    return heic ? sharp(heic.rgba, { raw: { width: heic.width, height: heic.height, channels: 4 } }) : 'damaged'
  }
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format } = await picture.metadata()
  // One file may be two things: it is only opened as what its first bytes say.
  return format === (type === 'avif' ? 'heif' : type) ? picture.autoOrient() : 'damaged'
}

/** The photo, as large as the portrait lets it be. */
const readPhoto = (picture: Sharp): Promise<Pixels | Refusal> =>
  pixelsOf(
    picture
      .timeout({ seconds: STEP_TIMEOUT_SECONDS })
      .flatten({ background: paper })
      .toColourspace('srgb')
      .resize({ ...portrait, fit: 'inside' })
      .removeAlpha(),
  ).catch(explain)

const explain = (problem: unknown): Refusal =>
  problem instanceof Error && problem.message.includes('pixel limit') ? 'too-many-pixels' : 'damaged'

/** The mean of the pixels along the four edges: a photo on white gets white walls. */
function edgeColour({ data, info: { width, height, channels } }: Pixels): { r: number; g: number; b: number } {
  const sums = [0, 0, 0]
  let count = 0
  const add = (x: number, y: number) => {
    const at = (y * width + x) * channels
    for (const channel of sums.keys()) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0)
    count++
  }
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) add(x, y)
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) add(x, y)
  const [r = 0, g = 0, b = 0] = sums.map((sum) => Math.round(sum / count))
  return { r, g, b }
}

/** The picture of a shared link, as good as fits. */
async function sharePicture(photo: Pixels, background: { r: number; g: number; b: number }): Promise<Buffer> {
  const share = await pixelsOf(ofPixels(photo).resize({ width: 1200, height: 630, fit: 'contain', background }))
  for (let quality = 80; ; quality -= 15) {
    const bytes = await ofPixels(share).jpeg({ quality, progressive: true }).toBuffer()
    if (bytes.length < MAX_SHARE_BYTES || quality <= 20) return bytes
  }
}
