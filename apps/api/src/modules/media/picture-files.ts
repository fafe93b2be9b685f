import { pictureFormats, pictureWidths } from '@marashi/domain/rules/picture'

/** Every file of a picture. */
export const pictureFiles = [
  ...pictureWidths.flatMap((width) => pictureFormats.map((format) => `${width}.${format}`)),
  'share.jpg',
]
