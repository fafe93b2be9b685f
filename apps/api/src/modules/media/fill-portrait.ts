import sharp from 'sharp'
import { edgesOf } from './edges-of.ts'
import { ofPixels, type Pixels, pixelsOf } from './encode-variants.ts'

const portrait = { width: 1080, height: 1350 }

/** The largest share of its longer side that a photo may lose: 3:4 and 5:7 lose less, a square would lose a fifth. */
const mostCutOff = 0.12

/** The photo lies a little below the middle, because the frame that shows it is round at the top. */
const shareAbove = 0.7

/** So few pixels that nothing is recognisable when they are enlarged to the portrait. */
const fewPixels = { width: 4, height: 5 }

/**
 * Fits a photo of any shape into a portrait of 4:5. One that is nearly of that shape fills it. Any other is shown whole, on
 * the colour of its edges where they have one colour, else on a blurred copy of itself.
 */
export async function fillPortrait(photo: Pixels): Promise<Pixels> {
  if (cutOff(photo) <= mostCutOff) return pixelsOf(ofPixels(photo).resize({ ...portrait, fit: 'cover' }))
  const whole = await pixelsOf(ofPixels(photo).resize({ ...portrait, fit: 'inside' }))
  const { width, height } = whole.info
  const place = {
    left: Math.round((portrait.width - width) / 2),
    top: Math.round((portrait.height - height) * shareAbove),
  }
  const composed = (await backgroundOf(photo))
    .composite([{ input: whole.data, raw: whole.info, ...place }])
    .removeAlpha()
  const { data, info } = await pixelsOf(composed)
  // sharp marks the result as premultiplied although it has no alpha, and would divide it once more.
  return { data, info: { ...info, premultiplied: false } }
}

/** The share of its longer side that a photo loses when it fills the portrait. */
function cutOff({ info: { width, height } }: Pixels): number {
  const [ours, theirs] = [portrait.width / portrait.height, width / height]
  return 1 - Math.min(ours, theirs) / Math.max(ours, theirs)
}

async function backgroundOf(photo: Pixels) {
  const { colour, isEven } = edgesOf(photo)
  if (isEven) return sharp({ create: { ...portrait, channels: 3, background: colour } })
  const reduced = await pixelsOf(ofPixels(photo).resize({ ...fewPixels, fit: 'cover' }))
  const enlarged = await pixelsOf(ofPixels(reduced).resize({ ...portrait, fit: 'fill', kernel: 'cubic' }))
  return ofPixels(enlarged).blur(40)
}
