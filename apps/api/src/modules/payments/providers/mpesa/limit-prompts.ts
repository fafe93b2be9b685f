import { promptLifeSeconds } from '@marashi/domain/rules/mpesa-prompt'
import { paidStatuses } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../../db/db.ts'
import { limitReached } from '../../../../http/limits/limit-settings.ts'
import { limitTable } from '../../../../http/limits/limit-table.ts'
import { ShopError } from '../../../../shop-error.ts'
import { takeRequestSlot } from '../../attempts/request-slot.ts'
import type { Admission } from '../provider.ts'
import { NOT_TAKEN, promptsOfShop } from './prompts-of-shop.ts'

const { promptsOfPhone, unpaidPromptsOfPhone, promptsOfOrder } = limitTable
const LONGEST_SECONDS = Math.max(promptsOfPhone.seconds, unpaidPromptsOfPhone.seconds, promptsOfOrder.seconds)

const RETRY_AFTER_MS = 10 * 60_000

/**
 * Lets one prompt at a time through for an order and for a phone, and few in a row for an order, a phone, a network or key, and the shop. A
 * phone's slot stays taken until its prompt has expired, whatever became of the order. Throws CONFLICT while a prompt may be
 * open, TOO_MANY_REQUESTS beyond the limits. See limit-table.ts.
 */
export async function limitPrompts(tx: EntityManager, prompt: Admission): Promise<void> {
  const { now, orderId, paymentId } = prompt
  const phone = prompt.payer ?? ''
  const waitMs = await takeRequestSlot(tx, {
    key: `prompt:${phone}`,
    paymentId,
    now,
    forMs: promptLifeSeconds * 1000,
  })
  if (waitMs > 0) throw promptOpen(Math.ceil(waitMs / 1000))

  const { open, ofPhone, unpaidOfPhone, ofOrder } = await countPrompts(tx, now, { orderId, phone })
  if (open > 0) throw promptOpen(promptLifeSeconds)
  if (unpaidOfPhone >= unpaidPromptsOfPhone.most)
    throw limitReached('unpaidPromptsOfPhone', unpaidPromptsOfPhone.seconds * 1_000)
  if (ofPhone >= promptsOfPhone.most) throw limitReached('promptsOfPhone', promptsOfPhone.seconds * 1_000)
  if (ofOrder >= promptsOfOrder.most) throw limitReached('promptsOfOrder', promptsOfOrder.seconds * 1_000)
  await limitShop(tx, prompt)
  // Last, so that a prompt that is refused here for another reason does not count. One that an undecided card forbids afterwards
  // does: this limit alone bounds how often the card's provider is asked for it.
  await prompt.limitCaller()
}

function countPrompts(tx: EntityManager, now: Date, { orderId, phone }: { orderId: string; phone: string }) {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  return (
    db(tx)
      .selectFrom('payments')
      .where('payment_method', '=', 'mpesa')
      .where('initiated_at', '>', ago(LONGEST_SECONDS))
      // A prompt from the future was sent before the clock was set back.
      .where('initiated_at', '<', ago(-60))
      .where(({ eb, or }) => or([eb('order_id', '=', orderId), eb('mpesa_phone', '=', phone)]))
      .where('failure_code', 'is distinct from', NOT_TAKEN)
      .select(({ fn }) => [
        fn
          .countAll<number>()
          .filterWhere('order_id', '=', orderId)
          .filterWhere('initiated_at', '>', ago(promptLifeSeconds))
          .filterWhere('status', '=', 'processing')
          .as('open'),
        fn
          .countAll<number>()
          .filterWhere('mpesa_phone', '=', phone)
          .filterWhere('initiated_at', '>', ago(promptsOfPhone.seconds))
          .as('ofPhone'),
        fn
          .countAll<number>()
          .filterWhere('mpesa_phone', '=', phone)
          .filterWhere('initiated_at', '>', ago(unpaidPromptsOfPhone.seconds))
          .filterWhere('status', 'not in', paidStatuses)
          .as('unpaidOfPhone'),
        fn
          .countAll<number>()
          .filterWhere('order_id', '=', orderId)
          .filterWhere('initiated_at', '>', ago(promptsOfOrder.seconds))
          .as('ofOrder'),
      ])
      .executeTakeFirstOrThrow()
  )
}

/** Sends no more prompts to phones that have never paid, while far more than usual are not paid: somebody makes them ring. */
async function limitShop(tx: EntityManager, { env, now, payer }: Admission): Promise<void> {
  if (!(await promptsOfShop.isReached({ em: tx, env, clock: () => now }))) return
  const known = await db(tx)
    .selectFrom('payments')
    .select('id')
    .where('mpesa_phone', '=', payer)
    .where('status', 'in', paidStatuses)
    .limit(1)
    .executeTakeFirst()
  if (!known) throw limitReached('promptsOfShop', RETRY_AFTER_MS)
}

const promptOpen = (retryAfterSeconds: number) =>
  new ShopError('CONFLICT', 'duplicate request: a prompt is already open', {
    code: 'MPESA_PROMPT_OPEN',
    retryAfterSeconds,
  })
