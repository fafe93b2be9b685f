import { isId } from '@marashi/domain/rules/record-id'
import type { EntityManager } from '@mikro-orm/postgresql'
import { ShopError } from '../../../kernel/errors.ts'

/**
 * The order that the payment form names by id or by number, in any case (decisions 31). Deleted orders are found too: their
 * payments stay on the books (decisions 30). Throws BAD_REQUEST for the field `orderId`.
 */
export async function orderOfReference(tx: EntityManager, reference: string): Promise<string> {
  const condition = isId(reference) ? 'id = ?' : 'order_number = upper(?)'
  const [order]: { id: string }[] = await tx.execute(`select id from orders where ${condition}`, [reference])
  if (!order) {
    const sentence = 'There is no order with this ID or number.'
    throw new ShopError('BAD_REQUEST', sentence, { fields: { orderId: sentence } })
  }
  return order.id
}
