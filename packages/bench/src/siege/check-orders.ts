import { checkDatabase, type Violation } from '../faults/check-database.ts'
import { letRecoveryFinish } from '../faults/let-recovery-finish.ts'
import { untilQuiet } from '../faults/until-quiet.ts'
import { feltBetween } from './shoppers.ts'
import type { Siege } from './siege.ts'

export interface OrderCheck {
  placed: number
  acknowledged: number
  refused: number
  paid: number
  /** Acknowledged, and not in the database under their key with their lines. */
  lost: number
  violations: readonly Violation[]
  note: string
}

/** Lets the shoppers leave, ends the shop and compares its database with what it acknowledged and what the gateways took. */
export async function checkOrders({ fixture, shop, shoppers }: Siege): Promise<OrderCheck> {
  await shoppers.leave()
  await untilQuiet(fixture)
  await shop.stop()
  const { orders } = fixture.recorder
  const [stored] = await fixture.query<{ count: number }>(
    `select count(*)::int as count from jsonb_to_recordset($1::jsonb) as a(key text, "orderId" uuid)
     join order_keys k on k.key = a.key and k.order_id = a."orderId"
     where exists (select from order_items i where i.order_id = a."orderId")`,
    [JSON.stringify(orders)],
  )
  const note = await letRecoveryFinish(fixture)
  const violations = await checkDatabase(fixture)
  const [paid] = await fixture.query<{ count: number }>(
    'select count(*)::int as count from orders where paid_at is not null',
  )
  const felt = feltBetween(shoppers.orders, 0, Infinity)
  return {
    placed: felt.count,
    acknowledged: orders.length,
    refused: felt.refused,
    paid: paid?.count ?? 0,
    lost: orders.length - (stored?.count ?? 0),
    violations,
    note,
  }
}
