/** The columns of a file of products, with the headings that a spreadsheet shows. */
export const productFileHeadings = {
  productId: 'Product ID',
  name: 'Name',
  description: 'Description',
  category: 'Category',
  price: 'Price (Ksh)',
  originalPrice: 'Original price (Ksh)',
  ml: 'Size (ml)',
  concentration: 'Concentration',
  notesTop: 'Top notes',
  notesHeart: 'Heart notes',
  notesBase: 'Base notes',
  image: 'Image',
  isNew: 'New',
  stockCount: 'In stock',
  stockAtExport: 'In stock at export',
  soldOut: 'Sold out',
  stockLineAtExport: 'Stock line at export',
  versionAtExport: 'Version at export',
} as const
export type ProductFileColumn = keyof typeof productFileHeadings
export const productFileColumns = Object.keys(productFileHeadings) as ProductFileColumn[]

/** What "Version at export" tells of, in this order. New ones go to the end, because the versions of older files lack them. */
export const versionedColumns = [
  'name',
  'description',
  'category',
  'price',
  'originalPrice',
  'ml',
  'concentration',
  'notesTop',
  'notesHeart',
  'notesBase',
  'image',
  'isNew',
  'soldOut',
] as const satisfies readonly ProductFileColumn[]
export type VersionedColumn = (typeof versionedColumns)[number]
