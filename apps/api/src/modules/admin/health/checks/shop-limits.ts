import type { HealthPage } from '@marashi/domain/contracts/admin-health'
import { formatWhole } from '@marashi/domain/rules/whole-number'
import { rowOf } from '../../../../http/limits/limit-table.ts'
import type { ShopLimit } from '../../../../http/limits/shop-limit.ts'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

interface ShopLimitWords {
  /** What it is stored and measured by. */
  check: string
  part: string
  page: HealthPage
  /** `broken`: shoppers are held back. */
  found: typeof broken
  message: (most: number) => string
  /** Before the limit is raised. */
  remedy: string
}

/** What the owner reads while everybody together has reached a limit of limit-table.ts. */
export const shopLimitWords: Record<ShopLimit['name'], ShopLimitWords> = {
  deliveryOrdersOfShop: {
    check: 'limit-delivery-orders',
    part: 'Orders on delivery',
    page: 'orders',
    found: broken,
    message: (most) =>
      `${many(most, 'new order waits', 'new orders wait')} to be paid on delivery, as many as may. Customers who are new here cannot order so and are asked to pay in another way.`,
    remedy: 'Look at the orders: cancel what nobody has really ordered, and begin to pack the others.',
  },
  promptsOfShop: {
    check: 'limit-prompts',
    part: 'M-Pesa prompts',
    page: 'payments',
    found: broken,
    message: (most) =>
      `${many(most, 'M-Pesa prompt', 'M-Pesa prompts')} more than usual went unpaid, as many as may. Phones that have never paid here get none, and are asked to pay in another way.`,
    remedy:
      'Look at the payments: if strangers’ phones are made to ring, cancel those orders; it ends within the hour.',
  },
  unpaidEmailsOfShop: {
    check: 'limit-unpaid-emails',
    part: 'E-mails about unpaid orders',
    page: 'orders',
    found: doubtful,
    message: (most) =>
      `The shop has written about ${many(most, 'order', 'orders')} that nobody has paid, as many as may. It writes about no more of them; their pages say the same, and receipts still go out.`,
    remedy: 'Look at the orders, and cancel what nobody has really ordered.',
  },
}

/** What everybody together does stays within its limit, or it is said what the shop refuses and what to do. */
export function shopLimitFinding(
  name: ShopLimit['name'],
  { isReached, most }: { isReached: boolean; most: number },
): Finding {
  const { part, found, message, remedy } = shopLimitWords[name]
  if (!isReached) return fine(part, 'Within the limit.')
  return found(
    part,
    message(most),
    `${remedy} If all are real, raise ${rowOf(name).variable} and start the shop again.`,
  )
}

const many = (count: number, one: string, several: string) => `${formatWhole(count)} ${count === 1 ? one : several}`
