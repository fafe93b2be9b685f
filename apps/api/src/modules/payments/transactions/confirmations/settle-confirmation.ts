import { db } from '../../../../db/db.ts'
import { faultPoint } from '../../../../fault-points.ts'
import type { Context } from '../../../../http/context.ts'
import type { PaymentProvider } from '../../providers/provider.ts'
import type { ReadConfirmation } from '../../providers/provider-confirmations.ts'
import type { EventOutcome } from '../../webhooks/end-event.ts'
import { placeTransaction } from '../place-transaction.ts'
import { upsertTransaction } from '../upsert-transaction.ts'
import { noteReport } from './note-report.ts'

/** A confirmation of a shape that nobody has seen yet. */
export class UnreadableConfirmation extends Error {}

/**
 * Keeps what a stored confirmation reports, finds the order that it pays, and answers what to note on the event, and that line. Throws
 * UnreadableConfirmation, and whatever else means that it must be processed again.
 */
export async function settleConfirmation(
  ctx: Context,
  provider: PaymentProvider,
  event: { id: string; body: string; isOfReplacedAddress: boolean; confirmationTokenHash: string | null },
): Promise<EventOutcome> {
  const read = provider.confirmations?.read(ctx, event.body) ?? 'unreadable'
  if (read === 'unreadable') throw new UnreadableConfirmation('a confirmation could not be read')
  const { line, why } = event.isOfReplacedAddress ? ofReplacedAddress(read) : read
  const { id: lineId } = await keep(ctx, provider, line, event)
  faultPoint('transaction-kept')
  if (why !== undefined) ctx.log.warn({ transactionId: lineId, why }, 'a payment by hand is left to the owner')
  const placed = await placeTransaction(ctx, lineId)
  faultPoint('transaction-placed')
  if (placed.result === 'unmatched') return { outcome: why === undefined ? 'unmatched' : `unmatched: ${why}`, lineId }
  if (placed.paymentId !== null) {
    const columns = { payment_id: placed.paymentId }
    await db(ctx.em).updateTable('webhook_events').set(columns).where('id', '=', event.id).execute()
  }
  return { outcome: placed.result, lineId }
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
  { confirmationTokenHash: tokenHash }: { confirmationTokenHash: string | null },
): Promise<{ id: string }> {
  const now = clock()
  return await em.fork().transactional(async (tx) => {
    if (tokenHash !== null) await noteReport(tx, now, { method, tokenHash })
    return await upsertTransaction(tx, now, { ...line, gateway: method, source: 'confirmation' })
  })
}
