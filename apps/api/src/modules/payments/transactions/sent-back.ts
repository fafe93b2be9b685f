import { type RawBuilder, sql } from 'kysely'
import { centsOfLine } from './cents-of-line.ts'

/**
 * Whether the list of the same gateway says that the money of the line `of` went back, whoever sent it: by a line that names this one,
 * or by lines of the payment that leave nothing of it. A refund that failed and a dispute that was won brought it again.
 */
export const isSentBack = (of: 't' | 'l' | 'gateway_transactions'): RawBuilder<boolean> => {
  const line = sql.table(of)
  return sql<boolean>`(exists (select from gateway_transactions back where back.gateway = ${line}.gateway
      and back.related_reference = ${line}.reference and back.kind in ('refund', 'dispute') and back.amount_cents < 0)
    or coalesce((select sum(${centsOfLine('back')}) from gateway_transactions back where back.gateway = ${line}.gateway
      and back.payment_reference = ${line}.payment_reference and back.kind in ('refund', 'dispute')
      and ${line}.kind = 'payment') <= -${centsOfLine(of)}, false))`
}
