import type { EntityManager } from '@mikro-orm/postgresql'
import type { NotNull } from 'kysely'
import { db } from '../../../db/db.ts'
import { anyOf } from '../../../db/until-none-is-left.ts'

/**
 * The receipts and e-mails about refunds that went to whoever placed these orders, as `payment_emails as e`. A payment may have
 * moved since. Nothing edits the address of an order, so an e-mail that went to another one is of the order that its payment left.
 */
export const paymentEmailsTo = (em: EntityManager, orderIds: string[]) =>
  db(em)
    .selectFrom('payment_emails as e')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('e.recipient', '=', ({ selectFrom }) =>
      anyOf(
        selectFrom('orders as own')
          .where('own.id', 'in', orderIds)
          .where('own.customer_email', 'is not', null)
          .select('own.customer_email as id')
          .$narrowType<{ id: NotNull }>(),
      ),
    )
    .where(({ or, eb, ref }) =>
      or([eb('o.id', 'in', orderIds), eb('o.customer_email', 'is distinct from', ref('e.recipient'))]),
    )
