import type { ProductForm } from '@marashi/domain/contracts/catalogue'

/** How the upload of one picture stands; `done` for pictures that were never uploaded here, too. */
export type UploadStep =
  | { step: 'waiting' }
  | { step: 'uploading'; percent: number }
  | { step: 'done' }
  | { step: 'failed'; problem: string }

/** A picture in the form: its place is its place in the list. */
export interface PictureItem {
  key: string
  /** The address as it is stored; empty until the upload has finished. */
  image: string
  alt: string
  upload: UploadStep
  /** The file and its picture in this browser, until it is uploaded. */
  file?: File
  preview?: string
}

let made = 0
/** A key that no other picture of this page has. */
export const pictureKey = () => `picture-${++made}`

const stored = (image: string, alt: string | null | undefined): PictureItem => ({
  key: pictureKey(),
  image,
  alt: alt ?? '',
  upload: { step: 'done' },
})

type FormPictures = Pick<ProductForm, 'image' | 'imageAlt' | 'morePictures'>

/** The pictures of a product as the form begins with. */
export const itemsOf = ({ image, imageAlt, morePictures }: FormPictures): PictureItem[] => [
  ...(image ? [stored(image, imageAlt)] : []),
  ...morePictures.map((each) => stored(each.image, each.alt)),
]

/** Without the one whose address was emptied to type another: it has nothing to show, and no file on its way. */
export const listed = (items: readonly PictureItem[]): PictureItem[] =>
  items.filter(({ image, file }) => image !== '' || file)

/**
 * The list after another address was typed for the product's own picture: for the first that has an address or had one, else
 * for a new one before those on their way. An emptied one stays, so that what is typed next is its address again.
 */
export function withFirstAddress(items: readonly PictureItem[], image: string): PictureItem[] {
  const at = items.findIndex((item) => item.image !== '' || !item.file)
  const item = items[at]
  if (!item) return image ? [stored(image, null), ...items] : [...items]
  const { file: _uploaded, ...shown } = item
  return items.map((each) => (each === item ? { ...shown, image } : each))
}

/** What is saved of them: the first one that has an address is the product's own. */
export function formPicturesOf(items: readonly PictureItem[]): FormPictures {
  const [first, ...more] = items.filter(({ image }) => image !== '')
  return {
    image: first?.image ?? '',
    imageAlt: first?.alt || null,
    morePictures: more.map(({ image, alt }) => ({ image, alt: alt || null })),
  }
}

/** The list with one picture at another place. */
export function moved(items: readonly PictureItem[], key: string, place: number): PictureItem[] {
  const item = items.find((each) => each.key === key)
  if (!item) return [...items]
  const rest = items.filter((each) => each !== item)
  return [...rest.slice(0, place), item, ...rest.slice(place)]
}
