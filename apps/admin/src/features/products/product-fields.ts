import type { productForm } from '@marashi/domain/contracts/admin-catalogue'
import type { Product } from '@marashi/domain/contracts/catalogue'
import type { z } from 'zod'

export type ProductFields = z.input<typeof productForm>

/** What the form begins with; an edit begins with the product as it was read. */
export function fieldsOf(product: Product | undefined): Partial<ProductFields> {
  if (!product) return { name: '', description: '', image: '', categoryId: '', originalPrice: null, isNew: false }
  const { name, description, price, originalPrice, image, categoryId, isNew } = product
  return { name, description, price, originalPrice, image, categoryId, isNew }
}

/** Shillings as somebody types them: "4,850" and "4850.00" are the same; nothing typed is null. */
export function typedShillings(text: unknown): number | null {
  const plain = String(text ?? '').replace(/[,\s]/g, '')
  return plain === '' ? null : Number(plain)
}
