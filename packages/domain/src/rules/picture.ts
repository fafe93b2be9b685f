/** Every phone loads the smallest picture of a product that is sharp on it. See docs/behaviour.md#pictures. */

/** Portrait pictures, 4:5, in these widths in pixels; each in each format, most compact first. */
export const pictureWidths = [240, 400, 640, 1080] as const
export const pictureFormats = ['avif', 'webp', 'jpg'] as const
type PictureFormat = (typeof pictureFormats)[number]

/** The size that an upload keeps of a photo: the portrait, and what filling it may cut off. */
export const largestPhoto = { width: 1230, height: 1540 } as const
/** The background of transparent pictures. */
export const paperColour = '#f4efe9'

/** One srcset per format, the address for browsers without srcset, and the 1200x630 picture for shared links. */
export type PictureSources = Record<PictureFormat, string> & { fallback: string; share: string }

const ours = new RegExp(
  `^(?:https?://[^/?#]+)?/media/([a-z0-9-]{1,80})/(?:(?:${pictureWidths.join('|')})\\.(?:${pictureFormats.join('|')})|share\\.jpg)$`,
)

/**
 * The variants of one of our pictures, root-relative so that they load from the host that served the page. Takes an
 * absolute or root-relative address; null when it is not one that our upload produced.
 */
export function pictureSources(image: string): PictureSources | null {
  const pictureId = ours.exec(image)?.[1]
  if (!pictureId) return null
  const folder = `/media/${pictureId}`
  const srcset = (format: PictureFormat) =>
    pictureWidths.map((width) => `${folder}/${width}.${format} ${width}w`).join(', ')
  return {
    avif: srcset('avif'),
    webp: srcset('webp'),
    jpg: srcset('jpg'),
    fallback: `${folder}/640.jpg`,
    share: `${folder}/share.jpg`,
  }
}

/** The absolute address of a stored image, as answers carry it. */
export const publicImage = (image: string, publicUrl: string): string =>
  image.startsWith('/') ? publicUrl + image : image
