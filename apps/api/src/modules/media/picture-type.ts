export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

/** What the bytes are, whatever the file's name or the browser claims; undefined for anything else. */
export function pictureTypeOf(bytes: Buffer): PictureType | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) !== 'ftyp') return undefined
  // AVIF and HEIC are one container; its first box names the brands, four letters each, a version after the first.
  const brands = text(8, Math.min(bytes.readUInt32BE(0), 256)).match(/.{4}/gs) ?? []
  if (brands.some((brand) => avifBrands.has(brand))) return 'avif'
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : undefined
}

const avifBrands = new Set(['avif', 'avis'])
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'])
