import { defineEntity, p } from '@mikro-orm/core'
import { randomId, timestamps } from '../../db/columns.ts'

/** A category of products. Its name is unique without regard to case and outer spaces: docs/behaviour.md#category-names. */
export const CategorySchema = defineEntity({
  name: 'Category',
  tableName: 'categories',
  properties: {
    id: randomId(),
    name: p.text().check(`btrim(name) <> ''`),
    description: p.text().nullable(),
    ...timestamps,
  },
  indexes: [
    {
      name: 'categories_name_unique',
      expression: 'create unique index "categories_name_unique" on "categories" (lower(btrim("name")))',
    },
  ],
})
export class Category extends CategorySchema.class {}
CategorySchema.setClass(Category)
