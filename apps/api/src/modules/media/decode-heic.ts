// Packages that check this file as part of their own must find the declaration too.
/// <reference path="./libheif-js.d.ts" />
import libheif from 'libheif-js/wasm-bundle.js'

interface DecodedHeic {
  width: number
  height: number
  rgba: Uint8ClampedArray
}

/**
 * Decodes an iPhone's HEIC, turned upright: the prebuilt sharp has no HEVC. Answers undefined for what cannot be decoded,
 * 'too-many-pixels' before memory is allocated. It blocks the thread, so it must not run on the server's event loop.
 */
export async function decodeHeic(
  bytes: Uint8Array,
  { maxPixels }: { maxPixels: number },
): Promise<DecodedHeic | 'too-many-pixels' | undefined> {
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) return undefined
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) return 'too-many-pixels'
  const rgba = new Uint8ClampedArray(width * height * 4)
  const filled = await new Promise((done) => image.display({ data: rgba, width, height }, done))
  return filled ? { width, height, rgba } : undefined
}
