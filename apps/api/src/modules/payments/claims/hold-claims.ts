import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { refusalsOfOwnOperator } from '../operators/operator-refusals.ts'
import { paymentProviders } from '../providers/registry.ts'

/** One goes ahead, so that a password that is still wrong is tried once. */
const AFTER_THE_FIRST_MS = 60_000

/** The open claims that were to be asked about wait for the owner, because nobody can ask. */
export async function holdClaims(em: EntityManager, gateway: PaymentMethod): Promise<void> {
  await db(em)
    .updateTable('receipt_claims')
    .set({ left_because: 'operator-refused', next_query_at: null })
    .where('gateway', '=', gateway)
    .where('state', '=', 'checking')
    .where('next_query_at', 'is not', null)
    .execute()
}

/**
 * Open claims wait for the owner while a provider refuses the shop's operator, also one that was stored while the refusal was, and are
 * asked about again once somebody can ask.
 */
export async function holdOrResumeClaims(ctx: Context): Promise<void> {
  for (const provider of paymentProviders()) {
    if (!provider.receipts?.canAsk(ctx)) continue
    const isRefused = (await refusalsOfOwnOperator(ctx, provider)).length > 0
    await (isRefused ? holdClaims(ctx.em, provider.method) : planAgain(ctx, provider.method))
  }
}

const planAgain = ({ em, clock }: Context, gateway: PaymentMethod) =>
  db(em)
    .with('held', (q) =>
      q
        .selectFrom('receipt_claims')
        .where('gateway', '=', gateway)
        .where('state', '=', 'checking')
        .where('left_because', '=', 'operator-refused')
        .select(['id', sql<boolean>`row_number() over (order by number) = 1`.as('isFirst')]),
    )
    .updateTable('receipt_claims')
    .from('held')
    .set({
      left_because: null,
      // Nobody was asked meanwhile: the day for which it is asked about begins now.
      taken_up_at: clock(),
      next_query_at: sql<Date>`case when held."isFirst" then ${clock()}::timestamptz
        else ${new Date(clock().getTime() + AFTER_THE_FIRST_MS)}::timestamptz end`,
    })
    .whereRef('receipt_claims.id', '=', 'held.id')
    // Decided, or left to the owner, meanwhile.
    .where('receipt_claims.state', '=', 'checking')
    .where('receipt_claims.left_because', '=', 'operator-refused')
    .execute()
