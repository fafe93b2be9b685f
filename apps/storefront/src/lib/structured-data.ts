import type { ShopDetails } from '@marashi/domain/contracts/shop'
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
    openingHours: 'Mo-Sa 09:00-19:00',
  }
}
