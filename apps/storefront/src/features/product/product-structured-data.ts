import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Product as ProductThing, WithContext } from 'schema-dts'
import { picturesOf } from './pictures-of.ts'

/** A product as structured data for search engines. See docs/behaviour.md#page-metadata. */
export function productStructuredData(product: ProductDetails, shop: ShopDetails): WithContext<ProductThing> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: product.morePictures.length > 0 ? picturesOf(product).map(({ image }) => image) : product.image,
    category: product.category,
    sku: product.id,
    brand: { '@type': 'Brand', name: product.name },
    offers: {
      '@type': 'Offer',
      price: product.price,
      priceCurrency: 'KES',
      availability: product.isSoldOut ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
      url: `${shop.publicUrl}/product/${product.id}`,
      seller: { '@type': 'Organization', name: shop.name },
    },
    ...(product.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.averageRating,
        reviewCount: product.reviewCount,
      },
    }),
  }
}
