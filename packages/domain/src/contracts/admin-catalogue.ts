import { z } from 'zod'
import { maxShillings } from '../rules/money.ts'
import { versionRead } from './admin-lists.ts'
import { cleanText, id, optionalText, requiredText } from './primitives.ts'

const tooLow = 'Price must be greater than 0'
const anyPrice = z.number({ error: tooLow }).max(maxShillings, 'Price is too high')

/** A price in shillings as the form takes it: cents are an error under the field, not silently another price. */
const typedPrice = anyPrice
  .refine((value) => value > 0, tooLow)
  .refine(Number.isInteger, 'Enter whole shillings, without cents')

/** A price in shillings as the API takes it, rounded to the nearest whole one. */
const price = anyPrice
  .transform((value) => Math.round(value))
  .pipe(z.int().min(1, tooLow))
  .meta({ description: 'Kenyan shillings, rounded to whole ones' })

const orNull = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null)

/** A picture of our own as upload answers it, or a foreign http(s) address; never fetched by the server. */
const imageAddress = cleanText()
  .max(2_000, 'Please enter a valid image URL')
  .pipe(z.url({ protocol: /^https?$/, error: 'Please enter a valid image URL' }))

/** The administrator's product form (specification §5). */
export const productForm = z.object({
  name: requiredText(120, 'Name is required'),
  description: requiredText(5_000, 'Description is required'),
  price: typedPrice,
  originalPrice: orNull(typedPrice),
  image: imageAddress,
  categoryId: z.string({ error: 'Category is required' }).min(1, 'Category is required').pipe(id),
  isNew: z.boolean().default(false),
})
export type ProductForm = z.infer<typeof productForm>

/** `POST /api/products`. The category's name may come along (specification §7); `categoryId` rules (decisions 10). */
export const createProductInput = z.strictObject({
  ...productForm.shape,
  price,
  originalPrice: orNull(price),
  category: optionalText(200),
})
export type CreateProduct = z.infer<typeof createProductInput>

/** `PUT /api/products/{id}`: a mark of novelty that is left out stays as it is. */
export const updateProductInput = z.strictObject({
  id,
  ...createProductInput.shape,
  isNew: z.boolean().optional(),
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

/** `GET /api/admin/categories`: each category with how many products stand in it, for the delete dialog. */
export const categoryUse = z.object({ categoryId: id, productCount: z.int().min(0) }).meta({ id: 'CategoryUse' })
export type CategoryUse = z.infer<typeof categoryUse>

/** `POST /api/admin/uploads/image` */
export const uploadedImage = z
  .object({ url: z.string().meta({ description: 'Absolute address of the picture' }) })
  .meta({ id: 'UploadedImage' })
export type UploadedImage = z.infer<typeof uploadedImage>
