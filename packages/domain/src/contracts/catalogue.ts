import { z } from 'zod'
import { audiences } from '../rules/audience.ts'
import { productSorts } from '../rules/catalogue-search.ts'
import { typedPrice } from './price.ts'
import { cleanText, id, instant, oneLine, orNull, requiredText, searchText, shillings } from './primitives.ts'

/** A category as the shop's filter and the administrator's list show it. */
export const category = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof category>

/** A category that has products, with the picture of its newest. See docs/behaviour.md#home. */
export const arch = z.object({ id, name: z.string(), image: z.string(), count: z.int() }).meta({ id: 'Arch' })
export type Arch = z.infer<typeof arch>

/** A product with its rating, so that a grid needs one call. See docs/behaviour.md#product-lists. */
export const product = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    category: z.string(),
    categoryId: id,
    majorCategory: z.enum(audiences),
    price: shillings,
    originalPrice: shillings.nullable(),
    image: z.string().meta({ description: 'Absolute address of the picture' }),
    isNew: z.boolean(),
    isSoldOut: z.boolean().meta({ description: 'None can be ordered at present' }),
    averageRating: z
      .number()
      .min(0)
      .max(5)
      .meta({ description: 'Mean of approved ratings, one decimal; 0 without reviews' }),
    reviewCount: z.int().min(0),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof product>

/** How many pictures a product may have behind its first. */
export const maxMorePictures = 11
const maxNotes = 12

/** One of a product's pictures behind its first. */
export const productPicture = z
  .object({
    image: z.string().meta({ description: 'Absolute address of the picture' }),
    alt: z.string().nullable().meta({ description: 'What it shows; the product’s name where it is null' }),
  })
  .meta({ id: 'ProductPicture' })
export type ProductPicture = z.infer<typeof productPicture>

/** One product as its own page shows it. See docs/behaviour.md#product-details. */
export const productDetails = z
  .object({
    ...product.shape,
    concentration: z.string().nullable(),
    notesTop: z.array(z.string()),
    notesHeart: z.array(z.string()),
    notesBase: z.array(z.string()),
    ml: z.int().nullable().meta({ description: 'Size in millilitres' }),
    imageAlt: z.string().nullable().meta({ description: 'What the picture `image` shows' }),
    morePictures: z.array(productPicture).meta({ description: 'The pictures behind `image`, in their order' }),
  })
  .meta({ id: 'ProductDetails' })
export type ProductDetails = z.infer<typeof productDetails>

const noImage = 'Please enter a valid image URL'
/** A picture of our own as upload answers it, or a foreign http(s) address; never fetched by the server. */
const imageAddress = cleanText(noImage)
  .max(2_000, noImage)
  .pipe(z.url({ protocol: /^https?$/, error: noImage }))

/** Notes of a perfume as they are shown; one that is named twice counts once. */
export const noteList = z
  .array(oneLine(requiredText(40, 'A note has a name')))
  .max(maxNotes, `At most ${maxNotes} notes`)
  .transform((notes) => [...new Map(notes.map((note) => [note.toLowerCase(), note])).values()])

const altText = oneLine(
  orNull(cleanText().max(200, 'Must be at most 200 characters')).transform((text) => text?.trim() || null),
)

/** The pictures behind the first as the administrator orders them. */
export const morePictures = z
  .array(z.strictObject({ image: imageAddress, alt: altText }))
  .max(maxMorePictures, `At most ${maxMorePictures + 1} pictures`)

/** What the administrator writes of a product; `productDetails` answers every field of it. */
export const productForm = z.object({
  name: oneLine(requiredText(120, 'Name is required')),
  description: requiredText(5_000, 'Description is required'),
  price: typedPrice,
  originalPrice: orNull(typedPrice),
  image: imageAddress,
  categoryId: z.string({ error: 'Category is required' }).min(1, 'Category is required').pipe(id),
  isNew: z.boolean().default(false),
  concentration: oneLine(
    orNull(cleanText().max(60, 'Must be at most 60 characters')).transform((text) => text?.trim() || null),
  ),
  notesTop: noteList.default([]),
  notesHeart: noteList.default([]),
  notesBase: noteList.default([]),
  ml: orNull(
    z.int({ error: 'Enter whole millilitres' }).min(1, 'Size must be greater than 0').max(10_000, 'Size is too large'),
  ),
  imageAlt: altText,
  morePictures: morePictures.default([]),
})
export type ProductForm = z.infer<typeof productForm>

export const productPage = z
  .object({
    data: z.array(product),
    pagination: z.object({ page: z.int(), totalPages: z.int(), total: z.int() }),
  })
  .meta({ id: 'ProductPage' })
export type ProductPage = z.infer<typeof productPage>

/**
 * A text of which case and outer spaces do not count, in one spelling, so that whoever keeps answers by it keeps one
 * for all. Other letters than A to Z stay: how their case is compared is up to the database.
 */
const inOneSpelling = (text: string): string => text.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

const filters = {
  search: searchText.transform((text) => text && inOneSpelling(text.replaceAll(/\s+/g, ' '))).optional(),
  category: z
    .string()
    .max(200)
    .transform((text) => inOneSpelling(text) || undefined)
    .optional()
    .meta({ description: 'Category id or name, any case' }),
  majorCategory: z.enum(audiences).optional(),
  sort: z
    .enum(productSorts)
    .optional()
    .meta({ description: 'Left out, a search lists its best matches first and everything else is sorted by name' }),
}

/**
 * `GET /api/products`: a page with `page` or `limit`, a plain array without both. See docs/behaviour.md#product-lists.
 */
export const productQuery = z.object({
  ...filters,
  page: z.int().min(1).max(1_000_000).optional(),
  limit: z.int().min(1).max(100).optional(),
  featured: z.boolean().optional().meta({
    description:
      'Without search and sort: those that the owner has picked, in that order, then the newest of the matching products, and last the picked ones that are sold out; the newest of a shop that has picked none are sorted by name',
  }),
})
export type ProductQuery = z.infer<typeof productQuery>

export const productList = z.union([z.array(product), productPage])
export type ProductList = z.infer<typeof productList>

export const productId = z.object({ id })
