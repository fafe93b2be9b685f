import type { Product } from '@marashi/domain/contracts/catalogue'
import { discountPercent, struckPrice } from '@marashi/domain/rules/discount'
import { formatKsh } from '@marashi/domain/rules/money'
import { Badge } from '@marashi/ui/badge'
import { StarRating } from '@marashi/ui/star-rating'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { productCopy } from '../../copy/product.ts'
import styles from './product-facts.module.css'

/** Sold out, new, and how much is off. */
export function ProductBadges({ product }: { product: Product }) {
  const percent = discountPercent(product.price, product.originalPrice)
  return (
    <div className={styles.badges}>
      {product.isSoldOut && <Badge tone="outline">{productCopy.soldOut}</Badge>}
      {product.isNew && <Badge tone="accent">{productCopy.isNew}</Badge>}
      {percent !== null && <Badge tone="sale">{productCopy.off(percent)}</Badge>}
    </div>
  )
}

/** The average of the approved reviews and their number. */
export function ProductRating({ product }: { product: Product }) {
  if (product.reviewCount === 0) return <p className={styles.noReviews}>{productCopy.noReviews}</p>
  return (
    <p className={styles.rating}>
      <StarRating value={product.averageRating} count={product.reviewCount} />
    </p>
  )
}

/** The price, and the earlier price where that was higher. See docs/behaviour.md#discount-badge. */
export function ProductPrice({ product, ml = null }: { product: Product; ml?: number | null }) {
  const struck = struckPrice(product)
  return (
    <p className={styles.price}>
      <strong>{formatKsh(product.price)}</strong>
      {struck !== null && (
        <s>
          <VisuallyHidden>{productCopy.was}</VisuallyHidden>
          {formatKsh(struck)}
        </s>
      )}
      {ml !== null && <span className={styles.size}>{sizeWords(product.price, ml)}</span>}
    </p>
  )
}

/** The size, and what 100 ml cost where the bottle has another. */
const sizeWords = (price: number, ml: number) =>
  ml === 100
    ? productCopy.size(ml)
    : `${productCopy.size(ml)} · ${productCopy.per100(formatKsh(Math.round((price * 100) / ml)))}`
