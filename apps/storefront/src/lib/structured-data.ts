import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { structuredHours } from '@marashi/domain/rules/opening-hours'
import type { Store, WithContext } from 'schema-dts'
import { headCopy } from '../copy/head.ts'

/** The shop as structured data for search engines: name, phone, hours. */
export function storeData(shop: ShopDetails): WithContext<Store> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Store',
    name: shop.name,
    description: headCopy.home.description,
    url: shop.publicUrl,
    telephone: shop.phone,
    email: shop.email,
    image: `${shop.publicUrl}/share.jpg`,
    currenciesAccepted: 'KES',
    areaServed: { '@type': 'Country', name: 'Kenya' },
    openingHours: structuredHours(shop.hours),
    ...(shop.profiles.length > 0 && { sameAs: shop.profiles.map(({ url }) => url) }),
  }
}
