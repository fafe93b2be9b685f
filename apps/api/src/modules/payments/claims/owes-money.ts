import { sql } from 'kysely'
import { paymentStateOf } from '../../orders/payment-status.ts'

/** Whether the order `o` still takes the money of a claim that has waited: it is not paid, refunded, cancelled or deleted. */
export const owesMoney = sql<boolean>`(${paymentStateOf} in ('unpaid', 'on-delivery'))`
