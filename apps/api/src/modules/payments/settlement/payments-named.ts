import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../tables.ts'

const { selectFrom } = expressionBuilder<Tables>()

const paymentsWhere = (condition: Expression<SqlBool>) =>
  selectFrom('payments as p')
    .where(condition)
    .select([
      'p.id',
      'p.order_id as orderId',
      'p.payment_method as method',
      'p.status',
      'p.is_manual as isManual',
      'p.provider_receipt as receipt',
      'p.provider_reference as reference',
      'p.deleted_at as deletedAt',
    ])

/**
 * The payments that have a name in one column, a row for each such column: `key` is a receipt or transaction id in capitals,
 * `reference` the provider's own of the attempt as it came; each is one text, or `any(…)` of several.
 *
 * Each column is looked up by itself: with all of them in one condition PostgreSQL may read every payment instead of the
 * indexes. A condition holds what its index does and no more.
 */
export const paymentsNamed = (key: Expression<string>, reference: Expression<string>) =>
  paymentsWhere(sql<SqlBool>`p.provider_receipt is not null and upper(p.provider_receipt) = ${key}`)
    .unionAll(paymentsWhere(sql<SqlBool>`p.deleted_at is null and upper(p.transaction_id) = ${key}`))
    .unionAll(
      paymentsWhere(
        sql<SqlBool>`p.deleted_at is null and p.provider_receipt is null and upper(p.receipt_number) = ${key}`,
      ),
    )
    .unionAll(paymentsWhere(sql<SqlBool>`p.provider_reference = ${reference}`))
    // Keeps everything else out of the look-ups: in a database that was not analysed yet, such as a restored one, a method,
    // a status or a payment that is not deleted seems to be as rare as a receipt, and PostgreSQL would read all of them.
    .offset(0)
