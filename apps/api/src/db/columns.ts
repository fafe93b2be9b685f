import { p } from '@mikro-orm/core'
import { timeOfWriting } from './orm-clock.ts'

/** A random version 4 id: order ids are permissions, so no id may be guessed from another (decisions 21). */
export const randomId = () => p.uuid().primary().defaultRaw('gen_random_uuid()')

/** An instant; the database keeps UTC. */
export const instantColumn = () => p.datetime().columnType('timestamptz')

/**
 * Creation and last change by the shop's own clock (`deps.clock`), as every other time that the shop writes; equal on
 * insert. The database's default is for rows that people insert by hand.
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

/** Which methods there are is for the contracts and the registry of providers; the database keeps the form of their names. */
export const paymentMethodForm = (column: string) => `${column} ~ '^[a-z][a-z0-9-]{0,29}$'`

/** Whole shillings kept as a number. The upper bound also refuses NaN, which numeric would let through any minimum. */
export const moneyBounds = (column: string, from = 0) => `${column} >= ${from} and ${column} <= 100000000`
