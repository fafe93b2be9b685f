import { audiences } from '@marashi/domain/rules/audience'
import { defineEntity, p } from '@mikro-orm/core'
import { moneyBounds, randomId, timestamps } from '../../db/columns.ts'
import { Category } from './category.entity.ts'

/**
 * A perfume for sale. `category` copies the name of the category that `categoryRef` points to; rules/audience decides
 * `majorCategory` when the product is saved. `nameKey`, `searchText` and `searchPlaces` are the database's own folded
 * copies (no case, no accents) behind the order by name, the search and its best matches, as `noteTerms` is behind the
 * perfumes with the same notes. `image` is the first picture; product_pictures holds those behind it.
 */
export const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'products',
  properties: {
    id: randomId(),
    name: p.text().check(`btrim(name) <> ''`),
    description: p.text(),
    category: p.text(),
    categoryRef: () => p.manyToOne(Category).ref().fieldName('category_id').deleteRule('restrict'),
    majorCategory: p.enum(audiences).default('unisex'),
    price: p.integer().check(moneyBounds('price', 1)),
    originalPrice: p.integer().nullable().check(moneyBounds('original_price', 1)),
    image: p.text().comment('Path of one of our pictures, or a foreign http(s) address'),
    imageAlt: p.text().nullable(),
    isNew: p.boolean().default(false),
    concentration: p.text().nullable(),
    notesTop: p.array().columnType('text[]').default([]),
    notesHeart: p.array().columnType('text[]').default([]),
    notesBase: p.array().columnType('text[]').default([]),
    noteTerms: p
      .array()
      .columnType('text[]')
      .generated('(note_terms(notes_top, notes_heart, notes_base)) stored')
      .nullable()
      .lazy()
      .hidden(),
    nameKey: p.text().generated('(shop_fold(name)) stored').nullable().lazy().hidden(),
    searchText: p
      .text()
      .generated(`(shop_fold(name || ' ' || category || ' ' || description)) stored`)
      .nullable()
      .lazy()
      .hidden(),
    searchPlaces: p.text().generated('(search_places(name, category, description)) stored').nullable().lazy().hidden(),
    ...timestamps,
  },
  indexes: [
    { name: 'products_name_order_idx', properties: ['nameKey', 'id'] },
    { name: 'products_price_order_idx', properties: ['price', 'id'] },
    { name: 'products_category_name_idx', properties: ['categoryRef', 'nameKey', 'id'] },
    { name: 'products_category_price_idx', properties: ['categoryRef', 'price', 'id'] },
    { name: 'products_audience_name_idx', properties: ['majorCategory', 'nameKey', 'id'] },
    { name: 'products_audience_price_idx', properties: ['majorCategory', 'price', 'id'] },
    {
      name: 'products_newest_idx',
      expression: 'create index "products_newest_idx" on "products" ("is_new" desc, "created_at" desc, "id" desc)',
    },
    {
      name: 'products_note_terms_idx',
      expression: 'create index "products_note_terms_idx" on "products" using gin ("note_terms")',
    },
    {
      name: 'products_search_idx',
      expression:
        'create index "products_search_idx" on "products" using gin (search_terms(search_text)) with (fastupdate = off)',
    },
  ],
})
export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product)
