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
  return items.filter((each) => each !== item).toSpliced(place, 0, item)
}
