import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { struckPrice } from '@marashi/domain/rules/discount'
import { highestDeliveryFee } from '@marashi/domain/rules/highest-delivery-fee'

/** Whose words stand in the feed: only those for availability differ. */
export type FeedReader = 'google' | 'meta'

/** The published names, in the order of the file. */
export const feedColumns = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'additional_image_link',
  'availability',
  'price',
  'sale_price',
  'brand',
  'condition',
  'product_type',
  'size',
  'unit_pricing_measure',
  'unit_pricing_base_measure',
  'shipping',
] as const
export type FeedRow = Record<(typeof feedColumns)[number], string>

// The stricter of Google's and Meta's limits; docs/product-feed.md#fields holds both with their sources.
const MAX_TITLE = 150
const MAX_DESCRIPTION = 5_000
const MAX_BRAND = 70
const MAX_PRODUCT_TYPE = 750
const MAX_MORE_PICTURES = 10
const MAX_PICTURE_LIST = 2_000

const availabilities = {
  google: { inStock: 'in_stock', soldOut: 'out_of_stock' },
  meta: { inStock: 'in stock', soldOut: 'out of stock' },
} as const satisfies Record<FeedReader, object>

/** A perfume as the fields that Google and Meta publish; what is not known is empty. Prices are those of its page. */
export function feedRow(
  product: ProductDetails,
  shop: Pick<ShopDetails, 'publicUrl' | 'places' | 'freeDeliveryOver'>,
  reader: FeedReader,
): FeedRow {
  const { id, price, ml } = product
  const struck = struckPrice(product)
  const title = shortened(product.name, MAX_TITLE)
  return {
    id,
    title,
    description: shortened(product.description, MAX_DESCRIPTION) || title,
    link: `${shop.publicUrl}/product/${id}`,
    image_link: product.image,
    additional_image_link: pictureList(product.morePictures.map(({ image }) => image)),
    availability: availabilities[reader][product.isSoldOut ? 'soldOut' : 'inStock'],
    price: shillings(struck ?? price),
    sale_price: struck === null ? '' : shillings(price),
    brand: shortened(title, MAX_BRAND),
    condition: 'new',
    product_type: shortened(product.category, MAX_PRODUCT_TYPE),
    size: ml === null ? '' : `${ml} ml`,
    unit_pricing_measure: ml === null ? '' : `${ml}ml`,
    unit_pricing_base_measure: ml === null ? '' : '100ml',
    shipping: `KE::Delivery:${shillings(highestDeliveryFee(price, shop))}`,
  }
}

const shillings = (amount: number) => `${amount.toFixed(2)} KES`

/** At most so many UTF-16 units, cut between two words where there are two, and never within a character. */
function shortened(text: string, most: number): string {
  const line = oneLine(text)
  if (line.length <= most) return line
  const cut = line.slice(0, most + 1)
  const end = cut.lastIndexOf(' ')
  return end > 0 ? cut.slice(0, end) : cut.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}

/** Commas separate the addresses, so one within an address is written as %2C. */
function pictureList(images: readonly string[]): string {
  const addresses = images.slice(0, MAX_MORE_PICTURES).map((image) => image.replaceAll(',', '%2C'))
  while (addresses.join().length > MAX_PICTURE_LIST) addresses.pop()
  return addresses.join()
}

/** Without line breaks, tabs and what else no list of fields allows in a text. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Co}\s]+/gu, ' ').trim()

/** One line of the file. Only what holds a quotation mark is quoted: not every reader of tabs expects quotes. */
export const feedLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(oneLine(cell))).join('\t')}\n`

const quoted = (cell: string) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)
