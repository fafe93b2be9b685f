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

/** A number as somebody types it: "4,850" and "4850.00" are the same; an empty field is null. */
export function typedNumber(text: unknown): number | null {
  const plain = String(text ?? '').replace(/[,\s]/g, '')
  return plain === '' ? null : Number(plain)
}
