import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { PaymentProvider } from '../../../payments/providers/provider.ts'
import { staleRegistration } from '../../../payments/transactions/confirmations/stale-registration.ts'
import type { ProviderFacts } from '../checks/payment-provider.ts'

type Reader = Pick<Context, 'em' | 'env' | 'gateways' | 'clock'>

// The message about a payment may come a little after the shop's own question.
const GRACE_MS = 2 * 60_000
// Where no message ever came, all payments came since.
const MOST_COUNTED = 1_000

/** What the shop knows of a provider: its payments and messages, and whether it reports payments made by hand. */
export async function readProvider(
  ctx: Reader,
  provider: PaymentProvider,
): Promise<Omit<ProviderFacts, 'isInterrupted' | 'refusal'>> {
  const [lastMessageAt, lastPaidAt, refused, unreported] = await Promise.all([
    lastMessage(ctx, provider),
    lastPayment(ctx, provider),
    lastRefusal(ctx, provider),
    unreportedBecause(ctx, provider),
  ])
  const foundByAsking = await countFoundByAsking(ctx, provider, lastMessageAt ?? new Date(0))
  return { name: provider.name, lastPaidAt, lastMessageAt, foundByAsking, refused, unreported }
}

async function lastMessage({ em }: Reader, { method }: PaymentProvider): Promise<Date | null> {
  const newest = await db(em)
    .selectFrom('webhook_events')
    .select('received_at as at')
    .where('gateway', '=', method)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.at ?? null
}

async function lastPayment({ em }: Reader, { method }: PaymentProvider): Promise<Date | null> {
  const newest = await db(em)
    .selectFrom('payments')
    .select('completed_at as at')
    .where('payment_method', '=', method)
    .where('completed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('completed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.at ?? null
}

async function countFoundByAsking({ em, clock }: Reader, { method }: PaymentProvider, after: Date): Promise<number> {
  const { count } = await db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('payments')
        .select('id')
        .where('payment_method', '=', method)
        .where('deleted_at', 'is', null)
        .where('completed_at', '>', after)
        .where('completed_at', '<', new Date(clock().getTime() - GRACE_MS))
        .orderBy('completed_at', 'desc')
        .limit(MOST_COUNTED)
        .as('p'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_events as e')
          .select('e.id')
          .whereRef('e.payment_id', '=', 'p.id')
          .where('e.to_status', '=', 'completed')
          .where('e.source', 'in', ['query', 'confirm']),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

async function lastRefusal({ em }: Reader, { method }: PaymentProvider): Promise<ProviderFacts['refused']> {
  const refusal = await db(em)
    .selectFrom('webhook_refusals')
    .select(['refused_at as at', 'why'])
    .where('gateway', '=', method)
    .executeTakeFirst()
  return refusal ?? null
}

async function unreportedBecause(
  ctx: Reader,
  { method, confirmations }: PaymentProvider,
): Promise<ProviderFacts['unreported']> {
  if (!confirmations || confirmations.unavailable(ctx) !== null) return null
  const address = await db(ctx.em)
    .selectFrom('confirmation_addresses')
    .select(['token', 'state', 'registered_url', 'registered_for', 'last_confirmation_at as heardAt'])
    .where('gateway', '=', method)
    .executeTakeFirst()
  if (!address || address.state === 'never') return address?.heardAt ? null : 'never-registered'
  return staleRegistration(ctx, confirmations, address) ?? (address.state === 'failed' ? 'refused' : null)
}
