import type { Fixture } from '../fixture.ts'
import { logIn } from '../refund-order.ts'
import { type ShopResponse, send } from '../send.ts'

/** The administrator of one shop says what a line is for. */
export const assign = async (shop: Fixture, { line, orderId }: { line: string; orderId: string }) =>
  await send(shop, `/api/admin/transactions/${line}/assign`, { orderId }, await logIn(shop))

/** The administrator of one shop takes a line off its order. */
export const unassign = async (shop: Fixture, line: string) =>
  await send(shop, `/api/admin/transactions/${line}/unassign`, {}, await logIn(shop))

export const atOnce = <Each>(
  each: readonly Each[],
  work: (one: Each, nth: number) => Promise<ShopResponse | undefined>,
): Promise<unknown> => Promise.all(each.map(work))
