import { z } from 'zod'
import { audiences } from '../rules/audience.ts'
import { listCursor, nextCursor, timeFilter, versionRead } from './admin-lists.ts'
import { morePictures, noteList, product, productForm } from './catalogue.ts'
import { sentPrice } from './price.ts'
import { cleanText, id, oneLine, optionalText, orNull, requiredText } from './primitives.ts'

/** `GET /api/admin/products`: every product, newest first, for programs that keep a copy of the catalogue. */
export const adminProductListQuery = z.object({
  limit: z.int().min(1).max(100).default(50),
  ...listCursor,
  ...timeFilter,
})
export type AdminProductListQuery = z.infer<typeof adminProductListQuery>

export const adminProductList = z
  .object({ products: z.array(product), total: z.int(), ...nextCursor })
  .meta({ id: 'AdminProductList' })
export type AdminProductList = z.infer<typeof adminProductList>

/**
 * `POST /api/products`. `category` is accepted and ignored: `categoryId` decides. See
 * docs/behaviour.md#category-filter.
 */
export const createProductInput = z.strictObject({
  ...productForm.shape,
  price: sentPrice,
  originalPrice: orNull(sentPrice),
  majorCategory: z.enum(audiences).nullish(),
  category: optionalText(200),
})
export type CreateProduct = z.infer<typeof createProductInput>

/** Of these, what is left out of an edit stays as it is; null removes it. */
const kept = {
  majorCategory: z.enum(audiences).nullish(),
  isNew: z.boolean().optional(),
  concentration: productForm.shape.concentration.optional(),
  notesTop: noteList.optional(),
  notesHeart: noteList.optional(),
  notesBase: noteList.optional(),
  ml: productForm.shape.ml.optional(),
  imageAlt: productForm.shape.imageAlt.optional(),
  morePictures: morePictures.optional(),
}
/** `PUT /api/products/{id}`: the rest is replaced. */
export const updateProductInput = z.strictObject({
  id,
  ...createProductInput.shape,
  ...kept,
  ...versionRead,
})
export type UpdateProduct = z.infer<typeof updateProductInput>

/** `PATCH /api/products/{id}`: one field or several. */
export const patchProductInput = z.strictObject({
  id,
  name: productForm.shape.name.optional(),
  description: productForm.shape.description.optional(),
  price: sentPrice.optional(),
  originalPrice: sentPrice.nullish(),
  image: productForm.shape.image.optional(),
  categoryId: productForm.shape.categoryId.optional(),
  ...kept,
  ...versionRead,
})
export type PatchProduct = z.infer<typeof patchProductInput>

/** The administrator's category form; empty description counts as none. */
export const categoryForm = z.object({
  name: oneLine(requiredText(80, 'Category name is required')),
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
