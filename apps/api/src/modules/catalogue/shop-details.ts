import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { Environment } from '../../env.ts'

/** What every page says about the shop, as the owner has set it. */
export const shopDetailsOf = (env: Environment, { shop }: ShopSettings): ShopDetails => ({
  name: shop.name,
  phone: shop.phone,
  email: shop.email,
  publicUrl: env.PUBLIC_URL,
  freeDeliveryOver: env.FREE_DELIVERY_OVER ?? null,
})
