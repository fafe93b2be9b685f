import { largestPhoto, paperColour } from '@marashi/domain/rules/picture'
import sharp, { type Sharp } from 'sharp'
import { decodeHeic } from './decode-heic.ts'
import { edgesOf } from './edges-of.ts'
import { encodeVariants, ofPixels, type Pixels, pixelsOf } from './encode-variants.ts'
import { fillPortrait } from './fill-portrait.ts'
import type { PictureType } from './picture-type.ts'

const MAX_PIXELS = 40_000_000
// The decoder needs 15 bytes a pixel: the 24 million of an iPhone still fit into a small server.
const MAX_HEIC_PIXELS = 25_000_000
const MAX_SHARE_BYTES = 100_000 // some messengers show no larger preview
const STEP_TIMEOUT_SECONDS = 20

export interface PhotoTask {
  bytes: Uint8Array
  type: PictureType
}

export type PhotoOutcome = Map<string, Buffer> | 'damaged' | 'too-many-pixels'

/**
 * Makes every file of a picture, as processImage promises, in this process: it must be one of its own. Throws where time or memory is used
 * up, which says nothing of the photo.
 */
export async function processPhoto({ bytes, type }: PhotoTask): Promise<PhotoOutcome> {
  const photo = await open(bytes, type).then(
    (found) => (typeof found === 'string' ? found : readPhoto(found)),
    asDamaged,
  )
  if (typeof photo === 'string') return photo
  const files = await encodeVariants(await fillPortrait(photo))
  return files.set('share.jpg', await sharePicture(photo))
}

type Refusal = Exclude<PhotoOutcome, Map<string, Buffer>>

async function open(bytes: Uint8Array, type: PictureType): Promise<Sharp | Refusal> {
  if (type === 'heic') {
    const heic = await decodeHeic(bytes, { maxPixels: MAX_HEIC_PIXELS })
    if (heic === 'too-many-pixels') return heic
    return heic ? sharp(heic.rgba, { raw: { width: heic.width, height: heic.height, channels: 4 } }) : 'damaged'
  }
  // The file's header says how large the picture is; nothing is decoded for it.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (width * height > MAX_PIXELS) return 'too-many-pixels'
  // A file may be valid in two formats: only the one that its first bytes name is accepted.
  if (format !== (type === 'avif' ? 'heif' : type)) return 'damaged'
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
}

/** The photo at the size that the variants need. */
const readPhoto = (picture: Sharp): Promise<Pixels | Refusal> =>
  pixelsOf(
    picture
      .timeout({ seconds: STEP_TIMEOUT_SECONDS })
      .flatten({ background: paperColour })
      .toColourspace('srgb')
      .resize({ ...largestPhoto, fit: 'inside' })
      .removeAlpha(),
  ).catch(asDamaged)

/** What libvips, V8 and WebAssembly say of time and memory that are used up; they have no codes. */
const USED_UP = /^timeout: \d+% complete|out of memory|bad_alloc|allocation failed|allocate memory/m

/** What a decoder said of a photo: that it is damaged. Throws what it said of the machine. */
export function asDamaged(error: Error): Refusal {
  // biome-ignore lint/plugin: neither sharp's errors nor those of memory have a code
  if (USED_UP.test(error.message)) throw error
  return 'damaged'
}

/** The picture of a shared link, in the best quality that fits MAX_SHARE_BYTES. */
async function sharePicture(photo: Pixels): Promise<Buffer> {
  const { colour: background } = edgesOf(photo)
  const share = await pixelsOf(ofPixels(photo).resize({ width: 1200, height: 630, fit: 'contain', background }))
  for (let quality = 80; ; quality -= 15) {
    const bytes = await ofPixels(share).jpeg({ quality, progressive: true }).toBuffer()
    if (bytes.length < MAX_SHARE_BYTES || quality <= 20) return bytes
  }
}
