import { reviewStatuses } from '@marashi/domain/contracts/admin-reviews'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId, timestamps } from '../../db/columns.ts'
import { Product } from '../catalogue/product.entity.ts'
import { Order } from '../orders/order.entity.ts'

/** A visitor's review of a product. Only approved ones that are not deleted are public (docs/behaviour.md#public-reviews). */
export const ReviewSchema = defineEntity({
  name: 'Review',
  tableName: 'reviews',
  properties: {
    id: randomId(),
    product: () => p.manyToOne(Product).ref().deleteRule('cascade'),
    rating: p.smallint().check('rating >= 1 and rating <= 5'),
    content: p.text(),
    customerName: p.text().nullable(),
    customerPhoneHash: p.text().nullable(),
    order: () => p.manyToOne(Order).ref().nullable().deleteRule('set null').index('reviews_order_idx'),
    status: p.enum(reviewStatuses).default('pending'),
    deletedAt: instantColumn().nullable(),
    // The database's own folded copy (no case, no accents) behind the moderator's search.
    searchText: p
      .text()
      .generated(`(shop_fold(coalesce(customer_name, '') || ' ' || content)) stored`)
      .nullable()
      .lazy()
      .hidden(),
    ...timestamps,
  },
  indexes: [
    {
      name: 'reviews_public_idx',
      expression: `create index "reviews_public_idx" on "reviews" ("product_id", "created_at" desc, "id" desc) include ("rating") where "status" = 'approved' and "deleted_at" is null`,
    },
    { name: 'reviews_product_idx', properties: 'product' },
    {
      // For programs that follow by `updatedSince`. A tree would cost each change an entry in every other index, too.
      name: 'reviews_updated_idx',
      expression:
        'create index "reviews_updated_idx" on "reviews" using brin ("updated_at") with (pages_per_range = 16, autosummarize = on)',
    },
    {
      name: 'reviews_newest_idx',
      expression:
        'create index "reviews_newest_idx" on "reviews" ("created_at" desc, "id" desc) where "deleted_at" is null',
    },
    {
      name: 'reviews_search_idx',
      expression: 'create index "reviews_search_idx" on "reviews" using gin ("search_text" gin_trgm_ops)',
    },
    {
      name: 'reviews_status_newest_idx',
      expression:
        'create index "reviews_status_newest_idx" on "reviews" ("status", "created_at" desc, "id" desc) where "deleted_at" is null',
    },
  ],
})
export class Review extends ReviewSchema.class {}
ReviewSchema.setClass(Review)
