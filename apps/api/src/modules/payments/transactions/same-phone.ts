import { type SqlBool, sql } from 'kysely'

const ownDigits = sql<string>`right(regexp_replace(o.customer_phone, '\\D', '', 'g'), 9)`
// "2547 ***** 678" shows its end; other reports hold the SHA-256 of the whole number.
const shownDigits = sql<string>`right(substring(t.payer_phone from '^[0-9+ *xX]*?([0-9]{3,})$'), 9)`

/** Whether the order o is of the phone that paid the line t of a gateway's ledger, as far as the gateway shows it. */
export const isSamePhone = sql<SqlBool>`coalesce(right(${ownDigits}, length(${shownDigits})) = ${shownDigits},
  lower(t.payer_phone) = encode(sha256(convert_to('254' || ${ownDigits}, 'UTF8')), 'hex'), false)`
