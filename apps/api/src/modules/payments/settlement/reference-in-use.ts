import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, valueRows } from '../../../db/db.ts'

/**
 * Whether another payment has a receipt or transaction id, in whatever case. Whoever asks for the same one waits here until
 * this transaction ends: it may be typed in one column and reported in another, where no index sees both.
 */
export async function isReferenceInUse(tx: EntityManager, paymentId: string, reference: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(reference)}, 0))`.execute(db(tx))
  return (await usedByOthers(tx, [{ paymentId, reference }])).has(paymentId)
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
  const used = await db(tx)
    .selectFrom(valueRows('asked', askedColumns, asked))
    .select('asked.paymentId')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments')
          .select('id')
          .whereRef('id', '<>', 'asked.paymentId')
          .where(({ and, eb, fn, or, ref }) => {
            const key = fn<string>('upper', ['asked.reference'])
            return or([
              eb(fn<string>('upper', ['provider_receipt']), '=', key),
              and([eb('deleted_at', 'is', null), eb(fn<string>('upper', ['transaction_id']), '=', key)]),
              and([
                eb('deleted_at', 'is', null),
                eb('is_manual', '=', true),
                eb(fn<string>('upper', ['receipt_number']), '=', key),
              ]),
              eb('provider_reference', '=', ref('asked.reference')),
            ])
          }),
      ),
    )
    .execute()
  return new Set(used.map(({ paymentId }) => paymentId))
}
