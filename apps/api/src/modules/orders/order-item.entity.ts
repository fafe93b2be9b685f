import { defineEntity, p } from '@mikro-orm/core'
import { moneyBounds, randomId } from '../../db/columns.ts'
import { Product } from '../catalogue/product.entity.ts'
import { Variant } from '../catalogue/stock/variant.entity.ts'
import { Order } from './order.entity.ts'

/** One line of an order: name and price as they were; the product may be deleted, the line stays. */
export const OrderItemSchema = defineEntity({
  name: 'OrderItem',
  tableName: 'order_items',
  properties: {
    id: randomId(),
    order: () => p.manyToOne(Order).ref().deleteRule('cascade').index('order_items_order_idx'),
    product: () => p.manyToOne(Product).ref().nullable().deleteRule('set null').index('order_items_product_idx'),
    // Null also on lines from before there were variants: the first one of the product.
    variant: () => p.manyToOne(Variant).ref().nullable().deleteRule('set null').index('order_items_variant_idx'),
    productName: p.text(),
    productPrice: p.integer().check(moneyBounds('product_price', 1)),
    quantity: p.integer().check('quantity >= 1 and quantity <= 4950'),
    position: p.smallint(),
    // Pieces of a counted stock that the line holds, and those that it gave back and has not taken again.
    taken: p.integer().default(0).check('taken >= 0'),
    givenBack: p.integer().default(0).check('given_back >= 0'),
  },
  indexes: [
    {
      name: 'order_items_given_back_idx',
      expression: 'create index "order_items_given_back_idx" on "order_items" ("order_id") where "given_back" > 0',
    },
  ],
  checks: [{ name: 'order_items_pieces_check', expression: 'taken + given_back <= quantity' }],
})
export class OrderItem extends OrderItemSchema.class {}
OrderItemSchema.setClass(OrderItem)
