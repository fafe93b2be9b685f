import { nairobiClock, nairobiDate } from '@marashi/domain/rules/nairobi-time'
import { openRefundStatuses } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'
import { providerOf } from '../../payments/providers/registry.ts'
import { anyId } from './any-id.ts'
import { type Money, namesCustomer } from './erase-payments.ts'

/** What is open needs the payer's phone, as a refund that may still fail does, and a flag the messages that explain it. */
export async function refuseUnsettled(tx: EntityManager, paymentIds: string[]): Promise<void> {
  const open = await db(tx)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.id', '=', anyId(paymentIds))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('p.status', 'in', ['pending', 'processing']),
        exists(
          selectFrom('payment_flags as f')
            .whereRef('f.payment_id', '=', 'p.id')
            .where('f.resolved_at', 'is', null)
            .select('f.id'),
        ),
        exists(
          selectFrom('payment_refunds as r')
            .whereRef('r.payment_id', '=', 'p.id')
            .where('r.status', 'in', openRefundStatuses)
            .select('r.id'),
        ),
        exists(
          selectFrom('webhook_events as w')
            .whereRef('w.payment_id', '=', 'p.id')
            .where('w.processed_at', 'is', null)
            .where('w.dismissed_at', 'is', null)
            .select('w.id'),
        ),
      ]),
    )
    .select('o.order_number as number')
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst()
  if (!open) return
  const message = `A payment or refund of this customer for order ${open.number} is still open or flagged. Settle it first, then erase.`
  throw new ShopError('CONFLICT', message)
}

/** A message that was set aside may tell of money, and names the customer for as long as the owner leaves it. */
export async function refuseSetAside(tx: EntityManager, money: Money): Promise<void> {
  const event = await db(tx)
    .selectFrom('webhook_events')
    .where('processed_at', 'is', null)
    .where('next_attempt_at', 'is', null)
    .where(namesCustomer(money))
    .select(['gateway', 'received_at as receivedAt'])
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  if (!event) return
  const { name } = providerOf(event.gateway)
  const when = `${nairobiDate(event.receivedAt)} at ${nairobiClock(event.receivedAt)}`
  const message = `A message of ${name} about this customer, received ${when}, was set aside. Try it again or dismiss it on the dashboard first, then erase.`
  throw new ShopError('CONFLICT', message)
}
