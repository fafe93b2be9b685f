import type { Product } from '@marashi/domain/contracts/catalogue'
import { discountPercent, struckPrice } from '@marashi/domain/rules/discount'
import { formatKsh } from '@marashi/domain/rules/money'
import type { Prices } from '@marashi/domain/rules/price-change'
import { Badge } from '@marashi/ui/badge'
import { Star } from '@marashi/ui/star'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import type { ReactNode } from 'react'
import { productsCopy } from '../../copy/products.ts'
import { stockCopy } from '../../copy/stock.ts'
import { Thumb } from '../../lib/display/thumb.tsx'
import styles from './product-card.module.css'

type CardProduct = Pick<Product, 'name' | 'description' | 'category' | 'price' | 'originalPrice' | 'image' | 'isNew'> &
  Partial<Pick<Product, 'averageRating' | 'reviewCount' | 'isSoldOut'>>

/** A product in the list of the administrator and in the preview of the form. `children` are its actions. */
export function ProductCard({
  product,
  heading: Heading = 'h2',
  stock,
  editPrice = (show) => show(product),
  children,
}: {
  product: CardProduct
  heading?: 'h2' | 'h3'
  stock?: ReactNode
  /** Puts a way to change the prices beside them. */
  editPrice?: (show: (prices: Prices) => ReactNode) => ReactNode
  children?: ReactNode
}) {
  const percent = discountPercent(product.price, product.originalPrice)
  return (
    <article className={styles.card}>
      <div className={styles.picture}>{product.image && <Thumb image={product.image} />}</div>
      <div className={styles.text}>
        <p className={styles.meta}>
          <span className={styles.category}>{product.category}</span>
          {product.isSoldOut && <Badge tone="red">{stockCopy.soldOut}</Badge>}
          {product.isNew && <Badge tone="accent">{productsCopy.isNew}</Badge>}
          {percent !== null && <Badge tone="sale">{productsCopy.off(percent)}</Badge>}
        </p>
        <Heading className={styles.name}>{product.name}</Heading>
        <p className={styles.description}>{product.description}</p>
        {editPrice((prices) => (
          <PriceLine {...prices} />
        ))}
        {stock}
        <div className={styles.foot}>
          {product.reviewCount ? (
            <span
              role="img"
              aria-label={productsCopy.rated(product.averageRating ?? 0, product.reviewCount)}
              className={styles.rating}
            >
              <Star isFilled />
              {product.averageRating?.toFixed(1)} ({product.reviewCount})
            </span>
          ) : (
            <span />
          )}
          {children && <div className={styles.actions}>{children}</div>}
        </div>
      </div>
    </article>
  )
}

function PriceLine(prices: Prices) {
  const struck = struckPrice(prices)
  return (
    <p className={styles.price}>
      {formatKsh(prices.price)}
      {struck !== null && (
        <s className={styles.was}>
          <VisuallyHidden>{productsCopy.was}</VisuallyHidden>
          {formatKsh(struck)}
        </s>
      )}
    </p>
  )
}
