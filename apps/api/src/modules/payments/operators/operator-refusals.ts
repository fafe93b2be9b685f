import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { holdClaims } from '../claims/hold-claims.ts'
import type { PaymentProvider } from '../providers/provider.ts'

/** By which codes a provider has refused an operator, and since when, the first one first. */
export const operatorRefusals = (
  em: EntityManager,
  { gateway, operator }: { gateway: PaymentMethod; operator: string },
) =>
  db(em)
    .selectFrom('operator_refusals')
    .where('gateway', '=', gateway)
    .where('operator', '=', operator)
    .select(['code', 'refused_at as refusedAt'])
    .orderBy('refused_at')
    .orderBy('code')
    .execute()

/** The same for the operator that the shop has now; empty without one. */
export async function refusalsOfOwnOperator(
  ctx: Pick<Context, 'em' | 'env' | 'gateways'>,
  { method: gateway, operator }: PaymentProvider,
) {
  const name = operator?.nameOf(ctx)
  return name ? await operatorRefusals(ctx.em, { gateway, operator: name }) : []
}

/**
 * Stores that a provider refuses the operator that asked it: a password that is tried again and again is locked for everybody.
 * The claims that were to be asked about wait for the owner, unless the shop has another operator by now: an answer may come
 * long after its question.
 */
export async function recordOperatorRefusal(
  ctx: Pick<Context, 'em' | 'env' | 'gateways' | 'clock' | 'log'>,
  provider: PaymentProvider,
  { operator, code }: { operator: string; code: string },
): Promise<void> {
  const { method: gateway } = provider
  const isOwn = operator === provider.operator?.nameOf(ctx)
  ctx.log.error({ method: gateway, code, isOwn }, 'the provider refuses the operator: nothing more is asked as it')
  await ctx.em.fork().transactional(async (tx) => {
    await db(tx)
      .insertInto('operator_refusals')
      .values({ gateway, operator, code, refused_at: ctx.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (isOwn) await holdClaims(tx, gateway)
  })
}

/** The owner has put the operator right at the provider: it may be asked again. */
export async function askOperatorAgain({ em }: Pick<Context, 'em'>, gateway: PaymentMethod): Promise<void> {
  await db(em).deleteFrom('operator_refusals').where('gateway', '=', gateway).execute()
}
