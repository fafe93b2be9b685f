import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { productCopy } from '../../copy/product.ts'

export interface ShownPicture {
  image: string
  alt: string
}

/** Every picture of a product in its order, each with words: those of the owner, else the product's name. */
export const picturesOf = ({ name, image, imageAlt, morePictures }: ProductDetails): ShownPicture[] => [
  { image, alt: imageAlt ?? name },
  ...morePictures.map((each, index) => ({
    image: each.image,
    alt: each.alt ?? productCopy.pictureOf(name, index + 2),
  })),
]
