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
} as const
export type ProductFileColumn = keyof typeof productFileHeadings
export const productFileColumns = Object.keys(productFileHeadings) as ProductFileColumn[]
