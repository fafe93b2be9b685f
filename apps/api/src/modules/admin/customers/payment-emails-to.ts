import type { EntityManager } from '@mikro-orm/postgresql'
import type { NotNull } from 'kysely'
import { db } from '../../../db/db.ts'
import { anyFound } from '../../../db/until-none-is-left.ts'
import { anyId } from './any-id.ts'

/**
 * The receipts and e-mails about refunds that went to whoever placed these orders, as `payment_emails as e`. A payment may have
 * moved since. Nothing edits the address of an order, so an e-mail that went to another one is of the order that its payment left.
 */
export function paymentEmailsTo(em: EntityManager, orderIds: string[]) {
  const isTheirs = anyId(orderIds)
  return db(em)
    .selectFrom('payment_emails as e')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('e.recipient', '=', ({ selectFrom }) =>
      anyFound(
        selectFrom('orders as own')
          .where('own.id', '=', isTheirs)
          .where('own.customer_email', 'is not', null)
          .select('own.customer_email as id')
          .$narrowType<{ id: NotNull }>(),
      ),
    )
    .where(({ or, eb, ref }) =>
      or([eb('o.id', '=', isTheirs), eb('o.customer_email', 'is distinct from', ref('e.recipient'))]),
    )
}
