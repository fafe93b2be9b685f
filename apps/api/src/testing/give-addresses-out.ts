import { createHash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { db } from '../db/db.ts'
import { settlePayment } from '../modules/payments/settlement/settle-payment.ts'
import { makeOrder, makePayment } from './factories.ts'

/** Lets every secret address of the gateways end in `token`: of a callback, a refund's result, and confirmations. */
export async function giveAddressesOut(orm: MikroORM, token: string): Promise<void> {
  const { id } = await makePayment(orm, await makeOrder(orm))
  const em = orm.em.fork()
  const now = new Date()
  const token_hash = createHash('sha256').update(token).digest('hex')
  await db(em).updateTable('payments').set({ callback_token_hash: token_hash }).where('id', '=', id).execute()
  const paid = await makePayment(orm, await makeOrder(orm))
  const outcome = { source: 'callback', kind: 'succeeded', receipt: 'TKC0000001' } as const
  await settlePayment({ em, clock: () => now }, paid.id, outcome)
  const refund = await db(em)
    .insertInto('payment_refunds')
    .values({
      payment_id: paid.id,
      payment_method: 'mpesa',
      amount: 1,
      reason: 'damaged',
      requested_by: 'administrator',
      requested_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db(em)
    .insertInto('result_addresses')
    .values({ token_hash, refund_id: refund.id, claim_id: null, kind: 'refund', created_at: now })
    .execute()
  await db(em)
    .insertInto('confirmation_addresses')
    .values({ gateway: 'mpesa', token, created_at: now })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ token }))
    .execute()
}
