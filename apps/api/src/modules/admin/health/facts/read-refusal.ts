import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { PaymentProvider, ProviderContext, ProviderRefusal } from '../../../payments/providers/provider.ts'
import type { ProcessRecord } from './read-processes.ts'

type Asked = Pick<Context, 'em' | 'env' | 'gateways' | 'clock'>

interface KnownRefusal extends ProviderRefusal {
  keys: string
  processId: string
}

/**
 * What a provider refuses the shop, as the processes that run say. What it refused one that has ended since stands beside that: no
 * process knows of it any more. Each is over once the provider has taken an order since, or the shop has other keys.
 */
export async function readRefusal(
  ctx: Asked,
  provider: PaymentProvider,
  alive: readonly ProcessRecord[],
): Promise<ProviderRefusal | null> {
  const stored = await lastStored(ctx, provider)
  const isOfEnded = stored && !alive.some(({ id }) => id === stored.processId)
  const keys = keysOf(ctx, provider)
  const ofKeys = [...reportedBy(ctx, provider, alive), ...(isOfEnded ? [stored] : [])].filter(
    (refusal) => refusal.keys === keys,
  )
  const takenAt = await lastTaken(ctx, provider, ofKeys)
  const lasting = ofKeys.filter(({ at }) => !takenAt || takenAt <= at)
  // One order that a process was refused says nothing against what is known of the whole shop.
  const refusal = lasting.find(({ isOfShop }) => isOfShop) ?? lasting[0]
  if (refusal) await store(ctx, provider, refusal)
  else if (stored) await remove(ctx, provider)
  return refusal ?? null
}

export const keysOf = (ctx: ProviderContext, provider: PaymentProvider): string => provider.keys?.(ctx) ?? ''

/** What a process of an earlier version reports is taken for what the shop is refused now. */
const reportedBy = (ctx: Asked, provider: PaymentProvider, alive: readonly ProcessRecord[]): KnownRefusal[] =>
  alive.flatMap(({ id, vitals }) =>
    (vitals.refusals ?? [])
      .filter(({ method }) => method === provider.method)
      .map(({ code, isOfShop, at, keys = keysOf(ctx, provider) }) => ({
        code,
        isOfShop,
        at: at === undefined ? ctx.clock() : new Date(at),
        keys,
        processId: id,
      })),
  )

const lastStored = ({ em }: Asked, { method }: PaymentProvider): Promise<KnownRefusal | undefined> =>
  db(em)
    .selectFrom('provider_refusals')
    .select(['keys', 'process_id as processId', 'code', 'is_of_shop as isOfShop', 'seen_at as at'])
    .where('gateway', '=', method)
    .executeTakeFirst()

async function store(
  { em }: Asked,
  { method }: PaymentProvider,
  { keys, processId, code, isOfShop, at }: KnownRefusal,
): Promise<void> {
  const row = { keys, process_id: processId, code, is_of_shop: isOfShop, seen_at: at }
  await db(em)
    .insertInto('provider_refusals')
    .values({ gateway: method, ...row })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet(row))
    .execute()
}

const remove = ({ em }: Asked, { method }: PaymentProvider) =>
  db(em).deleteFrom('provider_refusals').where('gateway', '=', method).execute()

/** When the newest order was placed that the provider has taken since the first of these refusals; null where it has taken none. */
async function lastTaken(
  { em }: Asked,
  { method }: PaymentProvider,
  refusals: readonly KnownRefusal[],
): Promise<Date | null> {
  if (refusals.length === 0) return null
  const taken = await db(em)
    .selectFrom('payments')
    .select('created_at as at')
    .where('payment_method', '=', method)
    .where('created_at', '>', new Date(Math.min(...refusals.map(({ at }) => at.getTime()))))
    .where('provider_reference', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return taken?.at ?? null
}
