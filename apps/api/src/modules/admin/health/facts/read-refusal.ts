import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { PaymentProvider, ProviderRefusal } from '../../../payments/providers/provider.ts'
import type { ProcessRecord } from './read-processes.ts'

type Asked = Pick<Context, 'em' | 'env' | 'gateways' | 'clock'>

/**
 * What a provider refuses the shop, as the processes that run say. What it refused one that has ended since stands until it takes
 * an order again, or the shop has other keys: no process knows of it any more.
 */
export async function readRefusal(
  ctx: Asked,
  provider: PaymentProvider,
  alive: readonly ProcessRecord[],
): Promise<ProviderRefusal | null> {
  const reported = alive.flatMap(({ id, vitals }) =>
    (vitals.refusals ?? [])
      .filter(({ method }) => method === provider.method)
      .map((refusal) => ({ ...refusal, processId: id })),
  )
  const refusal = reported.find(({ isOfShop }) => isOfShop) ?? reported[0]
  if (refusal) {
    await store(ctx, provider, refusal)
    return refusal
  }
  const last = await db(ctx.em)
    .selectFrom('provider_refusals')
    .select(['keys', 'process_id as processId', 'code', 'is_of_shop as isOfShop', 'seen_at as seenAt'])
    .where('gateway', '=', provider.method)
    .executeTakeFirst()
  if (!last) return null
  const isOver =
    alive.some(({ id }) => id === last.processId) ||
    last.keys !== keysOf(ctx, provider) ||
    (await hasTakenOrder(ctx, provider, last.seenAt))
  if (!isOver) return last
  await db(ctx.em).deleteFrom('provider_refusals').where('gateway', '=', provider.method).execute()
  return null
}

const keysOf = (ctx: Asked, provider: PaymentProvider): string => provider.keys?.(ctx) ?? ''

async function store(
  ctx: Asked,
  provider: PaymentProvider,
  { code, isOfShop, processId }: ProviderRefusal & { processId: string },
): Promise<void> {
  const row = {
    keys: keysOf(ctx, provider),
    process_id: processId,
    code,
    is_of_shop: isOfShop,
    seen_at: ctx.clock(),
  }
  await db(ctx.em)
    .insertInto('provider_refusals')
    .values({ gateway: provider.method, ...row })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet(row))
    .execute()
}

async function hasTakenOrder({ em }: Asked, { method }: PaymentProvider, since: Date): Promise<boolean> {
  const taken = await db(em)
    .selectFrom('payments')
    .select('id')
    .where('payment_method', '=', method)
    .where('created_at', '>', since)
    .where('provider_reference', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return taken !== undefined
}
