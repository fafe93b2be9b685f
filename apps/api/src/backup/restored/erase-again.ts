import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { eraseByPhone } from '../../modules/admin/customers/erase-customer.ts'
import { ShopError } from '../../shop-error.ts'
import { isSameShop, type ReplacedShop } from './replaced-shop.ts'
import { withSchemaFallback } from './schema-fallback.ts'

/** What became of customers that were erased after a backup was made, and came back with it. */
export interface ErasedAgain {
  customers: number
  /** An order's number of each whom the owner has to erase: money of theirs moves, or the schema is too old for it. */
  left: string[]
  /** Whether the replaced shop knew who was erased, or there is nobody to be. */
  areKnown: boolean
}

/** Erases the customers of the backup whose orders the replaced shop holds as erased. Belongs into the transaction of `em`. */
export async function eraseAgain(
  client: pg.ClientBase,
  em: EntityManager,
  shop: ReplacedShop,
  now: Date,
): Promise<ErasedAgain> {
  const orders = await client.query('select from orders limit 1')
  const areKnown = orders.rows.length === 0 || (await isSameShop(client, shop))
  const { rows } = await client.query<{ phone: string; orderNumber: string }>(
    `select phone_digits(customer_phone) as phone, min(order_number) as "orderNumber" from orders
     where id = any($1::uuid[]) and customer_phone <> '' group by 1`,
    [shop.erasedOrders],
  )
  const left: string[] = []
  for (const { phone, orderNumber } of rows) {
    const erase = async () => {
      await eraseByPhone(em, phone, now)
      return true
    }
    if (!(await withSchemaFallback(client, () => unlessMoneyMoves(erase), false))) left.push(orderNumber)
  }
  return { customers: rows.length - left.length, left, areKnown }
}

/** Refused before anything is changed. */
const unlessMoneyMoves = (erase: () => Promise<boolean>) =>
  erase().catch((error: unknown) => {
    if (error instanceof ShopError && error.code === 'CONFLICT') return false
    throw error
  })
