import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, valueRows } from '../../../db/db.ts'
import { paymentsNamed } from './payments-named.ts'

/**
 * Whether another payment has a receipt or transaction id, in whatever case. Whoever asks for the same one waits here until
 * this transaction ends: it may be typed in one column and reported in another, where no index sees both.
 */
export async function isReferenceInUse(tx: EntityManager, paymentId: string, reference: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(reference)}, 0))`.execute(db(tx))
  return (await usedByOthers(tx, [{ paymentId, reference }])).has(paymentId)
}

/** Another payment that has a reference; typed means that the administrator alone says so. */
export type ReferenceHolder = Awaited<ReturnType<typeof holdersOfReference>>[number]

/** As isReferenceInUse, with the payments that have it. */
export async function holdersOfReference(tx: EntityManager, paymentId: string, reference: string) {
  if (!(await isReferenceInUse(tx, paymentId, reference))) return []
  const key = reference.toUpperCase()
  const isTyped = sql<boolean>`upper(receipt) is distinct from ${key} and reference is distinct from ${reference}`
  return await db(tx)
    .selectFrom(paymentsNamed(sql<string>`${key}`, sql<string>`${reference}`).as('named'))
    .where('id', '<>', paymentId)
    .select(['id', 'orderId', 'method as paymentMethod', 'status', isTyped.as('isTyped')])
    // One that has it in two columns.
    .distinct()
    .orderBy('id')
    .execute()
}

interface AskedReference {
  paymentId: string
  reference: string
}

/**
 * As isReferenceInUse, for several payments and without waiting: of a reference that somebody else is asking for, or that two
 * of these payments name, nothing is answered.
 */
export async function findUsedReferences(
  tx: EntityManager,
  asked: readonly AskedReference[],
): Promise<Map<string, { isUsed: boolean }>> {
  const names = asked.map(({ reference }) => lockName(reference))
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as "isLocked"
    from unnest(${names}::text[]) with ordinality as asked(name, nth) order by nth`.execute(db(tx))
  const own = asked.filter(
    (_each, nth) => rows[nth]?.isLocked && names.indexOf(names[nth] ?? '') === names.lastIndexOf(names[nth] ?? ''),
  )
  const used = await usedByOthers(tx, own)
  return new Map(own.map(({ paymentId }) => [paymentId, { isUsed: used.has(paymentId) }]))
}

const lockName = (reference: string) => `payment reference ${reference.toUpperCase()}`

const askedColumns = { paymentId: 'uuid', reference: 'text' } as const

async function usedByOthers(tx: EntityManager, asked: readonly AskedReference[]): Promise<Set<string>> {
  const used = await asksOfUsed(tx, asked).execute()
  return new Set(used.map(({ paymentId }) => paymentId))
}

/** Those who ask for a reference that another payment has. */
export const asksOfUsed = (tx: EntityManager, asked: readonly AskedReference[]) =>
  db(tx)
    .selectFrom(valueRows('asked', askedColumns, asked))
    .select('asked.paymentId')
    .where(({ exists, fn, ref, selectFrom }) =>
      exists(
        selectFrom(paymentsNamed(fn<string>('upper', ['asked.reference']), ref('asked.reference')).as('named'))
          .select('named.id')
          .whereRef('named.id', '<>', 'asked.paymentId'),
      ),
    )
