import { type RawBuilder, sql } from 'kysely'

/** Whether a line of the same gateway says that the money of the line `of` went back, whoever sent it. */
export const isSentBack = (of: 't' | 'l' | 'gateway_transactions'): RawBuilder<boolean> => {
  const line = sql.table(of)
  return sql<boolean>`exists (select from gateway_transactions back where back.gateway = ${line}.gateway
    and back.related_reference = ${line}.reference and back.kind in ('refund', 'dispute') and back.amount_cents < 0)`
}
