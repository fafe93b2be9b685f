import type { CreatePayment } from '@marashi/domain/contracts/admin-payments'
import { centsOf, formatKsh } from '@marashi/domain/rules/money'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'

/**
 * Refuses a program that enters another amount than the order costs and does not say that it means it: shillings sent for
 * cents would be booked a hundred times too small. People see the amount before they save it. Throws CONFLICT.
 */
export async function refuseOtherAmount(
  tx: EntityManager,
  caller: Context['caller'] | undefined,
  { orderId, amount, isOtherAmountMeant }: Pick<CreatePayment, 'orderId' | 'amount' | 'isOtherAmountMeant'>,
): Promise<void> {
  if (caller?.apiKey === undefined || isOtherAmountMeant) return
  const { total } = await db(tx)
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const cents = centsOf(total)
  if (cents === amount) return
  const message = `The order costs ${formatKsh(total)}, which are ${cents} cents. Send isOtherAmountMeant with another amount.`
  throw new ShopError('CONFLICT', message, { code: 'AMOUNT_DIFFERS', fields: { amount: message } })
}
