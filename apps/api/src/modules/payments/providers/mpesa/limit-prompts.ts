import { promptLifeSeconds } from '@marashi/domain/rules/mpesa-prompt'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../../db/db.ts'
import { ShopError } from '../../../../shop-error.ts'
import { takeRequestSlot } from '../../attempts/request-slot.ts'
import type { Admission } from '../provider.ts'

const MAX_PER_PHONE_IN_10_MINUTES = 3
// Of prompts that were not paid: nobody can have a stranger's phone ring all day.
const MAX_UNPAID_PER_PHONE_IN_A_DAY = 10
const MAX_PER_ORDER_IN_AN_HOUR = 5

/** The failure code of an attempt that Daraja was too busy to take: nothing reached a phone, so no limit counts it. */
export const NOT_TAKEN = 'not-taken'

/**
 * Lets one prompt at a time through for an order and for a phone, and few in a row for an order, a phone and a network. A
 * phone's slot stays taken until its prompt has expired, whatever became of the order. Throws CONFLICT while a prompt may be
 * open, TOO_MANY_REQUESTS beyond the limits. See docs/behaviour.md#limits.
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

  const { open, ofPhone, ofPhoneToday, ofOrder } = await countPrompts(tx, now, { orderId, phone })
  if (open > 0) throw promptOpen(promptLifeSeconds)
  if (ofPhoneToday >= MAX_UNPAID_PER_PHONE_IN_A_DAY) throw tooMany(24 * 3_600)
  if (ofPhone >= MAX_PER_PHONE_IN_10_MINUTES) throw tooMany(600)
  if (ofOrder >= MAX_PER_ORDER_IN_AN_HOUR) throw tooMany(3_600)
  // Last, so that a prompt that is refused for another reason does not count.
  await prompt.limitNetwork()
}

function countPrompts(tx: EntityManager, now: Date, { orderId, phone }: { orderId: string; phone: string }) {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  return (
    db(tx)
      .selectFrom('payments')
      .where('payment_method', '=', 'mpesa')
      .where('initiated_at', '>', ago(24 * 3_600))
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
          .filterWhere('initiated_at', '>', ago(600))
          .as('ofPhone'),
        fn
          .countAll<number>()
          .filterWhere('mpesa_phone', '=', phone)
          .filterWhere('status', 'not in', ['completed', 'refunded'])
          .as('ofPhoneToday'),
        fn
          .countAll<number>()
          .filterWhere('order_id', '=', orderId)
          .filterWhere('initiated_at', '>', ago(3_600))
          .as('ofOrder'),
      ])
      .executeTakeFirstOrThrow()
  )
}

const promptOpen = (retryAfterSeconds: number) =>
  new ShopError('CONFLICT', 'duplicate request: a prompt is already open', {
    code: 'MPESA_PROMPT_OPEN',
    retryAfterSeconds,
  })

const tooMany = (retryAfterSeconds: number) =>
  new ShopError('TOO_MANY_REQUESTS', 'Too many payment prompts. Please wait a while and try again.', {
    retryAfterSeconds,
  })
