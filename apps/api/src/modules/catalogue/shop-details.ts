import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { openPlaces } from '@marashi/domain/rules/settings/delivery'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { Environment } from '../../env.ts'

/** What every page says about the shop, as the owner has set it. */
export const shopDetailsOf = (
  env: Environment,
  { shop, delivery, hours, announcement, home, receipt, reviews }: ShopSettings,
): ShopDetails => ({
  name: shop.name,
  phone: shop.phone,
  secondPhone: shop.secondPhone,
  whatsapp: shop.whatsapp || shop.phone,
  email: shop.email,
  publicUrl: env.PUBLIC_URL,
  freeDeliveryOver: delivery.freeOver,
  places: openPlaces(delivery.places),
  hours,
  profiles: [
    { name: 'Instagram', url: shop.instagram },
    { name: 'Facebook', url: shop.facebook },
    { name: 'TikTok', url: shop.tiktok },
    { name: 'X', url: shop.x },
  ].filter(({ url }) => url !== ''),
  announcement: announcement.text,
  home: { title: home.title, text: home.text, button: home.button },
  receiptFooter: receipt.footer,
  onlyBuyersReview: reviews.isForBuyers,
})
