import { type RawBuilder, sql } from 'kysely'

/** Nobody was asked for money by the payment of this name in a statement: its provider refused, or was not asked in the end. */
export const reachedNobody = (payment: string): RawBuilder<boolean> => {
  const { status, reference, code } = columnsOf(payment)
  return sql<boolean>`(${status} = 'failed' and ${reference} is null
    and coalesce(${code} not in ('shopper', 'administrator'), false))`
}

/** No later attempt of its order came to anything, so the payment of this name is the one that the order shows. */
export const isLatestAttempt = (payment: string): RawBuilder<boolean> => {
  const { order, createdAt, id } = columnsOf(payment)
  return sql<boolean>`not exists (select from payments later where later.order_id = ${order} and not later.is_manual
    and (later.created_at, later.id) > (${createdAt}, ${id}) and not ${reachedNobody('later')})`
}

const columnsOf = (payment: string) => ({
  id: sql.ref(`${payment}.id`),
  order: sql.ref(`${payment}.order_id`),
  createdAt: sql.ref(`${payment}.created_at`),
  status: sql.ref(`${payment}.status`),
  reference: sql.ref(`${payment}.provider_reference`),
  code: sql.ref(`${payment}.failure_code`),
})
