import type { TimeFilter } from '@marashi/domain/contracts/admin-lists'
import { isId } from '@marashi/domain/rules/record-id'
import { type Expression, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { ShopError } from '../shop-error.ts'
import type { Place } from './read-in-batches.ts'

/** The cursor of a row: a list goes on after it, and only this file knows how it is written. */
const cursorOf = ({ createdAt, id }: Place): string => Buffer.from(`${createdAt}|${id}`).toString('base64url')

/** The place that a cursor names; undefined without one. Throws BAD_REQUEST for one that is not ours. */
export function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (isId(id) && isInstant(createdAt)) return { createdAt, id }
  const message = 'The cursor is not one of ours.'
  throw new ShopError('BAD_REQUEST', message, { fields: { cursor: message } })
}

/** Whether the database wrote this time, as `2026-11-22 09:00:00.5+00`: it would fail at another. */
const isInstant = (text: string): boolean =>
  z.iso.datetime({ offset: true }).safeParse(text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00')).success

/** A page of `limit` rows of one more that were read, with the cursor of the next one. */
export function pageOf<Row extends { id: string }>(rows: readonly (Row & { place: string })[], limit: number) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    page: page.map(({ place: _, ...row }) => row as unknown as Row),
    nextCursor: last ? cursorOf({ createdAt: last.place, id: last.id }) : null,
  }
}

export const isNarrowed = ({ createdFrom, createdTo, updatedSince }: TimeFilter): boolean =>
  createdFrom !== undefined || createdTo !== undefined || updatedSince !== undefined

/**
 * Whether a row was created and changed within the times that were asked for; `createdTo` is not included. Only those stand in
 * the statement: an index answers no condition that may also be absent.
 */
export const isWithin = (
  { createdFrom, createdTo, updatedSince }: TimeFilter,
  createdAt: Expression<Date>,
  updatedAt: Expression<Date>,
): Expression<SqlBool> => {
  const asked = [
    createdFrom === undefined ? [] : sql`${createdAt} >= ${createdFrom}::timestamptz`,
    createdTo === undefined ? [] : sql`${createdAt} < ${createdTo}::timestamptz`,
    updatedSince === undefined ? [] : sql`${updatedAt} >= ${updatedSince}::timestamptz`,
  ].flat()
  return asked.length === 0 ? sql.lit(true) : sql<boolean>`(${sql.join(asked, sql` and `)})`
}
