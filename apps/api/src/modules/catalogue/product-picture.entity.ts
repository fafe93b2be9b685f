import { maxMorePictures } from '@marashi/domain/contracts/catalogue'
import { defineEntity, p } from '@mikro-orm/core'
import { Product } from './product.entity.ts'

/** A picture of a product behind its first one, which is the product's own `image`. Positions count from 1. */
export const ProductPictureSchema = defineEntity({
  name: 'ProductPicture',
  tableName: 'product_pictures',
  properties: {
    product: () => p.manyToOne(Product).ref().primary().deleteRule('cascade'),
    position: p.smallint().primary().check(`position >= 1 and position <= ${maxMorePictures}`),
    image: p.text().comment('Path of one of our pictures, or a foreign http(s) address'),
    alt: p.text().nullable(),
  },
})
export class ProductPicture extends ProductPictureSchema.class {}
ProductPictureSchema.setClass(ProductPicture)
