import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productCopy } from '../../copy/product.ts'
import { BuyBox } from './buy-box.tsx'
import { DeliveryInfo } from './delivery-info.tsx'
import { ProductBadges, ProductPrice, ProductRating } from './product-facts.tsx'
import { ProductGallery } from './product-gallery.tsx'
import styles from './product-page.module.css'
import { RelatedProducts } from './related-products.tsx'
import { ScentNotes } from './scent-notes.tsx'

/** One product: its pictures, its price and the buttons to buy it; `children` are its reviews. */
export function ProductPage({
  product,
  shop,
  children,
}: {
  product: ProductDetails
  shop: ShopDetails
  children: ReactNode
}) {
  return (
    <article className={styles.page}>
      <nav aria-label={productCopy.breadcrumbs} className={styles.breadcrumbs}>
        <Link to="/shop">{productCopy.shop}</Link>
        <span aria-hidden="true">/</span>
        <Link to="/shop" search={{ category: product.category }}>
          {product.category}
        </Link>
      </nav>
      <div className={styles.columns}>
        <ProductGallery key={product.id} product={product}>
          <ProductBadges product={product} />
        </ProductGallery>
        <div className={styles.facts}>
          <p className={styles.category}>{product.category}</p>
          <h1>{product.name}</h1>
          <ProductRating product={product} />
          <ProductPrice product={product} ml={product.ml} />
          <BuyBox product={product} shop={shop} />
          <DeliveryInfo shop={shop} />
          <p className={styles.description}>{product.description}</p>
        </div>
      </div>
      <ScentNotes product={product} />
      <div className={styles.reviews}>{children}</div>
      <RelatedProducts product={product} />
    </article>
  )
}
