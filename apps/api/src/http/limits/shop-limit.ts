import type { Context } from '../context.ts'

/** A limit that all visitors reach together, as the rows tell that their deeds leave behind. */
export interface ShopLimit {
  name: 'promptsOfShop' | 'unpaidEmailsOfShop' | 'deliveryOrdersOfShop'
  /** Whether it holds anybody back now; never where the owner has switched it off. */
  isReached(ctx: Pick<Context, 'em' | 'env' | 'clock' | 'settings'>): Promise<boolean>
}
