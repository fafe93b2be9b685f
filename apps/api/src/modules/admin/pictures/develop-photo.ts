import sharp, { type Sharp } from 'sharp'
import { ShopError } from '../../../kernel/errors.ts'
import { decodeHeic } from './decode-heic.ts'
import { encodeVariants, ofPixels, type Pixels, pixelsOf } from './encode-variants.ts'
import { type PictureType, pictureTypeOf } from './picture-type.ts'

const MAX_PIXELS = 40_000_000
// WebAssembly takes 15 bytes a pixel: as many as an iPhone takes by itself fit into a small server.
const MAX_HEIC_PIXELS = 25_000_000
const MAX_SHARE_BYTES = 100_000 // some messengers show no larger preview (design/experience, Imagery)
const STEP_TIMEOUT_SECONDS = 20

const portrait = { width: 1080, height: 1350 }
/** Behind pictures with a transparent ground. */
const paper = '#f4efe9'

/**
 * Makes every file of a picture out of a photo as it comes from a phone: upright, without metadata, whole on a portrait
 * of 4:5. Nothing is cut off; the wall around it takes the colour of its edges. Throws UNSUPPORTED_MEDIA_TYPE for what is
 * no picture of a known kind, BAD_REQUEST for a damaged one, PAYLOAD_TOO_LARGE for one with too many pixels.
 */
export async function developPhoto(bytes: Buffer): Promise<Map<string, Buffer>> {
  const type = pictureTypeOf(bytes)
  if (!type) {
    throw new ShopError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Invalid file type. Please upload a JPEG, PNG, WebP, AVIF or HEIC image.',
    )
  }
  const photo = await open(bytes, type).then(readPhoto).catch(refuse)
  const background = edgeColour(photo)
  const wide = ofPixels(photo).resize({ ...portrait, fit: 'contain', background })
  const files = await encodeVariants(await pixelsOf(wide))
  return files.set('share.jpg', await sharePicture(photo, background))
}

const broken = () => new ShopError('BAD_REQUEST', 'This picture cannot be read. It may be damaged.')
const tooManyPixels = () =>
  new ShopError('PAYLOAD_TOO_LARGE', 'This picture has too many pixels. Make it smaller first.')

async function open(bytes: Buffer, type: PictureType): Promise<Sharp> {
  if (type === 'heic') {
    const outcome = await decodeHeic({ bytes, maxPixels: MAX_HEIC_PIXELS })
    if (outcome.kind === 'too-many-pixels') throw tooManyPixels()
    if (outcome.kind === 'unreadable') throw broken()
    const { rgba, width, height } = outcome
    return sharp(new Uint8Array(rgba), { raw: { width, height, channels: 4 } })
  }
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format } = await picture.metadata()
  // One file may be two things: it is only opened as what its first bytes say.
  if (format !== (type === 'avif' ? 'heif' : type)) throw broken()
  return picture.autoOrient()
}

/** The photo, as large as the portrait lets it be. */
const readPhoto = (picture: Sharp): Promise<Pixels> =>
  pixelsOf(
    picture
      .timeout({ seconds: STEP_TIMEOUT_SECONDS })
      .flatten({ background: paper })
      .toColourspace('srgb')
      .resize({ ...portrait, fit: 'inside' })
      .removeAlpha(),
  )

function refuse(problem: unknown): never {
  if (problem instanceof ShopError) throw problem
  throw problem instanceof Error && problem.message.includes('pixel limit') ? tooManyPixels() : broken()
}

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
