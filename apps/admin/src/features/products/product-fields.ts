import { noteList, type ProductDetails, productForm } from '@marashi/domain/contracts/catalogue'
import { notesOf, notesText } from '@marashi/domain/rules/notes-text'
import { z } from 'zod'

/** Notes as they are typed, with commas between them. */
const typedNotes = z.string().transform(notesOf).pipe(noteList)

/** The form of a product as it is typed; what comes out of it is a ProductForm. */
export const productFields = z.object({
  ...productForm.shape,
  notesTop: typedNotes,
  notesHeart: typedNotes,
  notesBase: typedNotes,
})
export type ProductFields = z.input<typeof productFields>

/** The first values of a new product; other fields begin empty. */
const newProduct = {
  name: '',
  description: '',
  image: '',
  categoryId: '',
  originalPrice: null,
  isNew: false,
  concentration: '',
  ml: null,
  notesTop: '',
  notesHeart: '',
  notesBase: '',
  imageAlt: null,
  morePictures: [],
} satisfies Partial<ProductFields>

/** What the form begins with. What the product holds beside the form's fields is not sent. */
export const fieldsOf = (product: ProductDetails | undefined) =>
  product
    ? {
        ...product,
        notesTop: notesText(product.notesTop),
        notesHeart: notesText(product.notesHeart),
        notesBase: notesText(product.notesBase),
      }
    : newProduct
