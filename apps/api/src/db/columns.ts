import { p } from '@mikro-orm/core'
import { timeOfWriting } from './orm-clock.ts'

/** A random version 4 id: whoever knows an order's id may see the order. See docs/behaviour.md#order-numbers-and-ids. */
export const randomId = () => p.uuid().primary().defaultRaw('gen_random_uuid()')

/** An instant; the database stores UTC. */
export const instantColumn = () => p.datetime().columnType('timestamptz')

/**
 * Creation and last change by the shop's own clock (`deps.clock`), like every other time that the shop writes; equal on
 * insert. The database's default is for rows that people insert themselves.
 */
export const timestamps = {
  createdAt: instantColumn()
    .defaultRaw('now()')
    .onCreate((_row, em) => timeOfWriting(em)),
  updatedAt: instantColumn()
    .defaultRaw('now()')
    .onCreate((row: { createdAt?: unknown }, em) => (row.createdAt instanceof Date ? row.createdAt : timeOfWriting(em)))
    .onUpdate((_row, em) => timeOfWriting(em)),
}

/** The contracts and the registry of providers list the payment methods; the database checks only the form of a name. */
export const paymentMethodForm = (column: string) => `${column} ~ '^[a-z][a-z0-9-]{0,29}$'`

/** Whole shillings. The upper bound also refuses NaN, which PostgreSQL sorts above every number. */
export const moneyBounds = (column: string, from = 0) => `${column} >= ${from} and ${column} <= 100000000`
