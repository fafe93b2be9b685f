import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Environment } from '../../env.ts'

/** What every page says about the shop, as the owner configured it. */
export const shopDetailsOf = (env: Environment): ShopDetails => ({
  name: env.SHOP_NAME,
  phone: env.SHOP_PHONE,
  email: env.SHOP_EMAIL,
  publicUrl: env.PUBLIC_URL,
  freeDeliveryOver: env.FREE_DELIVERY_OVER ?? null,
})
