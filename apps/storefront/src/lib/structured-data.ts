import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { structuredHours } from '@marashi/domain/rules/opening-hours'
import type { Store, WebPage, WithContext } from 'schema-dts'
import { headCopy } from '../copy/head.ts'

/**
 * All that the browser says of a page. Search engines read what the server sends, which hydration leaves as it is, so the
 * code that describes a product or the shop stays there.
 */
export function pageData(url: string): WithContext<WebPage> {
  return { '@context': 'https://schema.org', '@type': 'WebPage', url }
}

/** The shop as structured data for search engines: name, phone, hours. */
export function storeData(shop: ShopDetails): WithContext<Store | WebPage> {
  if (!import.meta.env.SSR) return pageData(shop.publicUrl)
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
