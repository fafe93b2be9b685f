import { pageSecretForm } from '@marashi/domain/rules/order-page-address'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'

/**
 * The newest of the orders with these page secrets that has the product and was paid, or delivered, and whether it has a review
 * of it; one without goes first. Undefined without any.
 */
export async function orderOfBuyer(
  em: EntityManager,
  { productId, secrets }: { productId: string; secrets: readonly string[] },
): Promise<{ id: string; isReviewed: boolean } | undefined> {
  const asked = secrets.filter((secret) => pageSecretForm.test(secret))
  if (asked.length === 0) return undefined
  return await db(em)
    .selectFrom('orders as o')
    .where('o.page_secret', '=', sql<string>`any(${asked}::text[])`)
    .where('o.deleted_at', 'is', null)
    .where('o.refunded_at', 'is', null)
    .where(({ eb, or }) => or([eb('o.paid_at', 'is not', null), eb('o.status', '=', 'delivered')]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_items as i')
          .whereRef('i.order_id', '=', 'o.id')
          .where('i.product_id', '=', productId)
          .select('i.id'),
      ),
    )
    .select(({ exists, selectFrom }) => [
      'o.id',
      exists(
        selectFrom('reviews as r')
          .whereRef('r.order_id', '=', 'o.id')
          .where('r.product_id', '=', productId)
          .where('r.deleted_at', 'is', null)
          .select('r.id'),
      )
        .$castTo<boolean>()
        .as('isReviewed'),
    ])
    .orderBy('isReviewed')
    .orderBy('o.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
