import { pictureSources } from '@marashi/domain/rules/picture'

/**
 * How an image's address is stored: our own pictures as their path, so that the shop may move to another public address;
 * foreign ones as they are.
 */
export function storedImage(address: string, publicUrl: string): string {
  const path = address.startsWith(`${publicUrl}/media/`) ? address.slice(publicUrl.length) : undefined
  return path && pictureSources(path) ? path : address
}

/** The absolute address of a stored image, as answers carry it. */
export const publicImage = (image: string, publicUrl: string): string =>
  image.startsWith('/') ? publicUrl + image : image
