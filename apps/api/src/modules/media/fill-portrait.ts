import sharp from 'sharp'
import { edgesOf } from './edges-of.ts'
import { ofPixels, type Pixels, pixelsOf } from './encode-variants.ts'

const portrait = { width: 1080, height: 1350 }

/** A photo of 3:4 or 5:7 loses this much of its longer side at most; a square would lose a fifth. */
const mostCutOff = 0.12

/** The photo stands a little below the middle, because the niche that it is shown in is round at the top. */
const shareAbove = 0.7

/** So few pixels that nothing is recognised once they are spread over the portrait. */
const fewPixels = { width: 4, height: 5 }

/**
 * A photo of any shape on a portrait of 4:5. One that is nearly of that shape fills it. Any other is whole, on the colour
 * of its edges where they are of one colour, else on itself, blurred.
 */
export async function fillPortrait(photo: Pixels): Promise<Pixels> {
  if (cutOff(photo) <= mostCutOff) return pixelsOf(ofPixels(photo).resize({ ...portrait, fit: 'cover' }))
  const whole = await pixelsOf(ofPixels(photo).resize({ ...portrait, fit: 'inside' }))
  const { width, height } = whole.info
  const place = {
    left: Math.round((portrait.width - width) / 2),
    top: Math.round((portrait.height - height) * shareAbove),
  }
  const standing = (await ground(photo)).composite([{ input: whole.data, raw: whole.info, ...place }]).removeAlpha()
  const { data, info } = await pixelsOf(standing)
  // sharp calls the result premultiplied although no alpha is left, and would divide it once more.
  return { data, info: { ...info, premultiplied: false } }
}

/** The share of its longer side that a photo loses when it fills the portrait. */
function cutOff({ info: { width, height } }: Pixels): number {
  const [ours, theirs] = [portrait.width / portrait.height, width / height]
  return 1 - Math.min(ours, theirs) / Math.max(ours, theirs)
}

async function ground(photo: Pixels) {
  const { colour, isEven } = edgesOf(photo)
  if (isEven) return sharp({ create: { ...portrait, channels: 3, background: colour } })
  const few = await pixelsOf(ofPixels(photo).resize({ ...fewPixels, fit: 'cover' }))
  const spread = await pixelsOf(ofPixels(few).resize({ ...portrait, fit: 'fill', kernel: 'cubic' }))
  return ofPixels(spread).blur(40)
}
