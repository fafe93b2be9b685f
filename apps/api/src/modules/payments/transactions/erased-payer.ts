import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../tables.ts'

/** What stands in the place of what was erased. */
export const ERASED = 'Erased'

/** A phone in the international form that gateways write, of its digits as `phone_digits` has them. */
export const asMsisdn = (phone: string) => phone.replace(/^0/, '254')

type Lines = ExpressionBuilder<Tables, 'gateway_transactions'>

const account = sql.ref<string | null>('gateway_transactions.account')
const typedNumber = sql<string>`regexp_replace(upper(${account}), '[^A-Z0-9]', '', 'g')`
/** A payer may type anything as the account, a name too; only an order's number is worth keeping. */
const namesOrder = sql<boolean>`exists (select from orders where order_number = ${typedNumber})`

/**
 * A line of a gateway's ledger without who paid; amount, time and receipt stay for the books. A name or phone that was not
 * told is taken too, so that no later report tells it.
 */
export const withoutPayer = () => ({
  payer_name: sql<string | null>`case when coalesce(payer_name, payer_phone) is not null then ${ERASED} end`,
  payer_phone: sql<string | null>`case when coalesce(payer_name, payer_phone) is not null then ${ERASED} end`,
  description: sql<string | null>`case when description is not null then ${ERASED} end`,
  account: sql<string | null>`case when ${account} is null or ${namesOrder} then ${account} else ${ERASED} end`,
})

/** Whether a line tells of somebody. */
export const namesPayer = ({ or, and, eb, not }: Lines) =>
  or([
    eb('payer_name', '<>', ERASED),
    eb('payer_phone', '<>', ERASED),
    and([eb('account', '<>', ERASED), not(namesOrder)]),
  ])

/**
 * Whether a line is of whoever has this phone, given as `phone_digits` has it: paid from it, as far as it is told whole, or
 * with it or one of their orders typed as the account.
 */
export function isOfPhone(phone: string, orderNumbers: readonly string[]) {
  const msisdn = asMsisdn(phone)
  const written = [phone, msisdn, `+${msisdn}`]
  return sql<SqlBool>`(payer_phone = any(${written}::text[]) or ${account} = any(${written}::text[])
    or lower(payer_phone) = encode(sha256(convert_to(${msisdn}, 'UTF8')), 'hex')
    or ${typedNumber} = any(${orderNumbers}::text[]))`
}
