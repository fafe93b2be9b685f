import { paidStatuses } from '@marashi/domain/rules/payment-status'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { limitSettingOf } from '../../../../http/limits/limit-settings.ts'
import type { ShopLimit } from '../../../../http/limits/shop-limit.ts'

// As many of an honest hour stay unpaid at most, where shoppers have no money or no network.
const UNPAID_FOR_EACH_PAID = 2

/** The failure code of an attempt that Daraja was too busy to take: nothing reached a phone, so no limit counts it. */
export const NOT_TAKEN = 'not-taken'

/** Far more prompts than usual are not paid. See limit-table.ts. */
export const promptsOfShop = {
  name: 'promptsOfShop',
  async isReached({ em, env, clock }: Pick<Context, 'em' | 'env' | 'clock'>) {
    const setting = limitSettingOf('promptsOfShop', env)
    if (!setting) return false
    const { unpaid, paid } = await db(em)
      .selectFrom('payments')
      .where('payment_method', '=', 'mpesa')
      .where('deleted_at', 'is', null)
      .where('created_at', '>', new Date(clock().getTime() - setting.seconds * 1_000))
      .where('failure_code', 'is distinct from', NOT_TAKEN)
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('status', 'not in', paidStatuses).as('unpaid'),
        fn.countAll<number>().filterWhere('status', 'in', paidStatuses).as('paid'),
      ])
      .executeTakeFirstOrThrow()
    return unpaid - UNPAID_FOR_EACH_PAID * paid >= setting.most
  },
} satisfies ShopLimit
