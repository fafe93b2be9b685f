import type { productForm } from '@marashi/domain/contracts/catalogue'
import type { z } from 'zod'

export type ProductFields = z.input<typeof productForm>

/** The first values of a new product; other fields begin empty. */
export const newProduct: Partial<ProductFields> = {
  name: '',
  description: '',
  image: '',
  categoryId: '',
  originalPrice: null,
  isNew: false,
}
