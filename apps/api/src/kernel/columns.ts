import { p } from '@mikro-orm/core'

/** A random version 4 id: order ids are permissions, so no id may be guessed from another (decisions 21). */
export const randomId = () => p.uuid().primary().defaultRaw('gen_random_uuid()')

/** An instant; the database keeps UTC. */
export const instantColumn = () => p.datetime().columnType('timestamptz')

/** Creation and last change by the database's clock; equal on insert (decisions 33). */
export const timestamps = {
  createdAt: instantColumn().defaultRaw('now()'),
  updatedAt: instantColumn()
    .defaultRaw('now()')
    .onUpdate(() => new Date()),
}

/** Whole shillings kept as a number. The upper bound also refuses NaN, which numeric would let through any minimum. */
export const moneyBounds = (column: string, from = 0) => `${column} >= ${from} and ${column} <= 100000000`
