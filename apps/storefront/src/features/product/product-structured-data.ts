import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { struckPrice } from '@marashi/domain/rules/discount'
import { highestDeliveryFee } from '@marashi/domain/rules/highest-delivery-fee'
import type { Offer, Product as ProductThing, WebPage, WithContext } from 'schema-dts'
import { pageData } from '../../lib/structured-data.ts'
import { picturesOf } from './pictures-of.ts'

const priceCurrency = 'KES'

/**
 * A product as structured data for search engines, equal to its row in the product feed. It is a `Product` with size and
 * offer of its own, which is what a `ProductGroup` lists; no group is said while a product has one size. See
 * docs/behaviour.md#page-metadata.
 */
export function productStructuredData(product: ProductDetails, shop: ShopDetails): WithContext<ProductThing | WebPage> {
  const url = `${shop.publicUrl}/product/${product.id}`
  if (!import.meta.env.SSR) return pageData(url)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: product.morePictures.length > 0 ? picturesOf(product).map(({ image }) => image) : product.image,
    category: product.category,
    sku: product.id,
    ...(product.ml !== null && { size: `${product.ml} ml` }),
    brand: { '@type': 'Brand', name: product.name },
    offers: offerOf(product, shop, url),
    ...(product.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.averageRating,
        reviewCount: product.reviewCount,
      },
    }),
  }
}

function offerOf(product: ProductDetails, shop: ShopDetails, url: string): Offer {
  const { price } = product
  const struck = struckPrice(product)
  return {
    '@type': 'Offer',
    price,
    priceCurrency,
    ...(struck !== null && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: struck,
        priceCurrency,
      },
    }),
    availability: product.isSoldOut ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
    url,
    seller: { '@type': 'Organization', name: shop.name },
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: highestDeliveryFee(price, shop), currency: priceCurrency },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'KE' },
    },
  }
}
