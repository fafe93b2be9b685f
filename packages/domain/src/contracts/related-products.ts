import { z } from 'zod'
import { product } from './catalogue.ts'

/** A perfume that a product's page leads on to. */
export const relatedProduct = z
  .object({
    ...product.pick({ id: true, name: true, category: true, price: true, originalPrice: true, image: true }).shape,
    sharedNotes: z.array(z.string()).meta({ description: 'Its notes that the product has too' }),
  })
  .meta({ id: 'RelatedProduct' })
export type RelatedProduct = z.infer<typeof relatedProduct>
