import { z } from 'zod'
import { versionRead } from './admin-lists.ts'
import { morePictures, noteList, productForm } from './catalogue.ts'
import { sentPrice } from './price.ts'
import { cleanText, id, optionalText, orNull, requiredText } from './primitives.ts'

/**
 * `POST /api/products`. `category` is accepted and ignored: `categoryId` decides. See
 * docs/behaviour.md#category-filter.
 */
export const createProductInput = z.strictObject({
  ...productForm.shape,
  price: sentPrice,
  originalPrice: orNull(sentPrice),
  category: optionalText(200),
})
export type CreateProduct = z.infer<typeof createProductInput>

/** `PUT /api/products/{id}`: of these, what is left out stays as it is; the rest is replaced. */
const kept = {
  isNew: z.boolean().optional(),
  concentration: productForm.shape.concentration.optional(),
  notesTop: noteList.optional(),
  notesHeart: noteList.optional(),
  notesBase: noteList.optional(),
  ml: productForm.shape.ml.optional(),
  imageAlt: productForm.shape.imageAlt.optional(),
  morePictures: morePictures.optional(),
}
export const updateProductInput = z.strictObject({
  id,
  ...createProductInput.shape,
  ...kept,
  ...versionRead,
})
export type UpdateProduct = z.infer<typeof updateProductInput>

/** The administrator's category form; empty description counts as none. */
export const categoryForm = z.object({
  name: requiredText(80, 'Category name is required'),
  description: optionalText(1_000),
})
export type CategoryForm = z.infer<typeof categoryForm>

/** `POST /api/categories` */
export const createCategoryInput = z.strictObject(categoryForm.shape)
export type CreateCategory = z.infer<typeof createCategoryInput>

/** `PATCH /api/categories/{id}`: what is left out stays as it is; an empty description, or null, removes it. */
export const updateCategoryInput = z.strictObject({
  id,
  name: categoryForm.shape.name.optional(),
  description: cleanText().max(1_000, 'Must be at most 1000 characters').nullish(),
  ...versionRead,
})
export type UpdateCategory = z.infer<typeof updateCategoryInput>

/** `GET /api/admin/categories`: each category with its number of products, for the delete dialog. */
export const categoryUse = z.object({ categoryId: id, productCount: z.int().min(0) }).meta({ id: 'CategoryUse' })
export type CategoryUse = z.infer<typeof categoryUse>

/** `POST /api/admin/uploads/image` */
export const uploadedImage = z
  .object({ url: z.string().meta({ description: 'Absolute address of the picture' }) })
  .meta({ id: 'UploadedImage' })
export type UploadedImage = z.infer<typeof uploadedImage>
