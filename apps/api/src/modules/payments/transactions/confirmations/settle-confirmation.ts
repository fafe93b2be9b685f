import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../../db/db.ts'
import { faultPoint } from '../../../../fault-points.ts'
import type { Context } from '../../../../http/context.ts'
import type { PaymentProvider } from '../../providers/provider.ts'
import type { ReadConfirmation } from '../../providers/provider-confirmations.ts'
import { placeTransaction } from '../place-transaction.ts'
import { upsertTransaction } from '../upsert-transaction.ts'
import { closeReplacedAddresses } from './replace-address.ts'

/** A confirmation of a shape that nobody has seen yet. */
export class UnreadableConfirmation extends Error {}

/**
 * Keeps what a stored confirmation reports, finds the order that it pays, and answers what to note on the event. Throws
 * UnreadableConfirmation, and whatever else means that it must be processed again.
 */
export async function settleConfirmation(
  ctx: Context,
  provider: PaymentProvider,
  event: { id: string; body: string; isOfReplacedAddress: boolean },
): Promise<string> {
  const read = provider.confirmations?.read(ctx, event.body) ?? 'unreadable'
  if (read === 'unreadable') throw new UnreadableConfirmation('a confirmation could not be read')
  const { line, why } = event.isOfReplacedAddress ? ofReplacedAddress(read) : read
  const { id } = await keep(ctx, provider, line, event)
  faultPoint('transaction-kept')
  if (why !== undefined) ctx.log.warn({ transactionId: id, why }, 'a payment by hand is left to the owner')
  const placed = await placeTransaction(ctx, id)
  faultPoint('transaction-placed')
  if (placed.result === 'unmatched') return why === undefined ? 'unmatched' : `unmatched: ${why}`
  if (placed.paymentId !== null) {
    const columns = { payment_id: placed.paymentId }
    await db(ctx.em).updateTable('webhook_events').set(columns).where('id', '=', event.id).execute()
  }
  return placed.result
}

/** Whoever has read an address has it for good, so what comes to one that was replaced is for the owner to judge. */
function ofReplacedAddress({ line, why }: ReadConfirmation): ReadConfirmation {
  if (why !== undefined) return { line, why }
  const reason = 'to an address that was replaced'
  return { line: { ...line, description: `${line.description} ${reason}`, isLeftToOwner: true }, why: reason }
}

async function keep(
  { em, clock }: Context,
  { method }: PaymentProvider,
  line: ReadConfirmation['line'],
  { isOfReplacedAddress }: { isOfReplacedAddress: boolean },
): Promise<{ id: string }> {
  const now = clock()
  return await em.fork().transactional(async (tx) => {
    if (!isOfReplacedAddress) await noteReport(tx, now, method)
    return await upsertTransaction(tx, now, { ...line, gateway: method, source: 'confirmation' })
  })
}

/** The provider knows the present address. */
async function noteReport(tx: EntityManager, now: Date, method: PaymentMethod): Promise<void> {
  await closeReplacedAddresses(tx, now, method)
  await db(tx)
    .updateTable('confirmation_addresses')
    .set({ last_confirmation_at: now })
    .where('gateway', '=', method)
    .where(({ eb, or }) =>
      or([
        eb('last_confirmation_at', 'is', null),
        eb('last_confirmation_at', '<', new Date(now.getTime() - LAST_SEEN_PRECISION_MS)),
      ]),
    )
    .execute()
}

// A thousand confirmations at once must not wait for one row each.
const LAST_SEEN_PRECISION_MS = 10_000
