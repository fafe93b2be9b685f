import { largestPhoto, paperColour } from '@marashi/domain/rules/picture'

/** Smaller files are sent as they are, if they have no more pixels than the shop keeps. */
const smallEnough = 600_000
const quality = 0.9

/**
 * A photo in the size that the shop keeps, upright, as a JPEG: 12 megapixels become some 300 KB, which a slow line
 * carries in seconds. What this browser cannot decode (HEIC in most of them) comes back as it is, for the server.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  const photo = await decode(file)
  if (!photo) return file
  try {
    const { width, height } = fitted(photo)
    if (width === photo.width && file.size <= smallEnough) return file
    const shrunk = await draw(photo, { width, height })
    return shrunk && shrunk.size < file.size ? new File([shrunk], file.name, { type: shrunk.type }) : file
  } catch {
    return file // for example a canvas that the phone has no memory for
  } finally {
    photo.close()
  }
}

/** The size of a photo within the largest one, never enlarged. */
export function fitted({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, largestPhoto.width / width, largestPhoto.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const decode = (file: File) =>
  typeof createImageBitmap === 'function'
    ? createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
    : undefined

function draw(photo: ImageBitmap, size: { width: number; height: number }): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG has no transparency; the server lays transparent pictures on the same colour.
  context.fillStyle = paperColour
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, size.width, size.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
