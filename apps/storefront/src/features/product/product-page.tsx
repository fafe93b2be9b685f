import type { Product } from '@marashi/domain/contracts/catalogue'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productCopy } from '../../copy/product.ts'
import { ProductPicture } from '../../lib/product-picture.tsx'
import { BuyBox } from './buy-box.tsx'
import { DeliveryInfo } from './delivery-info.tsx'
import { ProductBadges, ProductPrice, ProductRating } from './product-facts.tsx'
import styles from './product-page.module.css'

const pictureSizes = '(min-width: 60rem) 440px, clamp(150px, 30vh, 76vw)'

/** One product: its picture, its price and the buttons to buy it; `children` are its reviews. */
export function ProductPage({ product, shop, children }: { product: Product; shop: ShopDetails; children: ReactNode }) {
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
        <div className={styles.picture}>
          <div className={styles.niche}>
            <ProductPicture image={product.image} alt={product.name} sizes={pictureSizes} isUrgent />
          </div>
          <ProductBadges product={product} />
        </div>
        <div className={styles.facts}>
          <p className={styles.category}>{product.category}</p>
          <h1>{product.name}</h1>
          <ProductRating product={product} />
          <ProductPrice product={product} />
          <BuyBox product={product} shop={shop} />
          <DeliveryInfo shop={shop} />
          <p className={styles.description}>{product.description}</p>
        </div>
      </div>
      <div className={styles.reviews}>{children}</div>
    </article>
  )
}
