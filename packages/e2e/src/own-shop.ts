import { inject } from 'vitest'

/** Where the shop of this worker is. Throws outside of a worker of vitest. */
export function ownShop() {
  const shop = inject('shops')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!shop) throw new Error(`No shop was started for the worker ${process.env.VITEST_POOL_ID}.`)
  return shop
}
