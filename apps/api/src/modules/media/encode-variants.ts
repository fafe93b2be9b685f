import { pictureFormats, pictureWidths } from '@marashi/domain/rules/picture'
import sharp, { type Sharp } from 'sharp'

/** A decoded picture. */
export type Pixels = Awaited<ReturnType<typeof pixelsOf>>

export const pixelsOf = (picture: Sharp) => picture.raw().toBuffer({ resolveWithObject: true })
export const ofPixels = ({ data, info }: Pixels) => sharp(data, { raw: info })

/** Encodes a portrait, 1080 pixels wide, as every variant but the share picture: file name → bytes. */
export async function encodeVariants(widest: Pixels): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const width of pictureWidths) {
    const sized = width === widest.info.width ? widest : await pixelsOf(ofPixels(widest).resize({ width }))
    for (const format of pictureFormats) {
      files.set(`${width}.${format}`, await encode[format](ofPixels(sized), width).toBuffer())
    }
  }
  return files
}

type Width = (typeof pictureWidths)[number]

/** The larger a picture, the less visible are small errors of its encoding. */
const avifQuality: Record<Width, number> = { 240: 46, 400: 42, 640: 38, 1080: 36 }

/** The first start waits for these encoders: one step of effort more doubles AVIF's time. */
const encode: Record<(typeof pictureFormats)[number], (picture: Sharp, width: Width) => Sharp> = {
  avif: (picture, width) =>
    picture.avif({ quality: avifQuality[width], effort: width > 640 ? 0 : 1, chromaSubsampling: '4:2:0' }),
  webp: (picture) => picture.webp({ quality: 74, effort: 2 }),
  jpg: (picture) => picture.jpeg({ quality: 76 }),
}
