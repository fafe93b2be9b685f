import type { Product } from '@marashi/domain/contracts/catalogue'
import { discountPercent, struckPrice } from '@marashi/domain/rules/discount'
import { formatKsh } from '@marashi/domain/rules/money'
import { Badge } from '@marashi/ui/badge'
import { Star } from '@marashi/ui/star'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Link } from '@tanstack/react-router'
import { catalogueCopy } from '../../../copy/catalogue.ts'
import { carryPicture } from '../../../lib/carry-picture.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { ProductPicture } from '../../../lib/product-picture.tsx'
import { AddButton } from './add-button.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import styles from './product-card.module.css'

const pictureSizes = '(min-width: 66rem) 276px, (min-width: 44rem) 31vw, 47vw'

interface ProductCardProps {
  product: Product
  /** One level below the heading above the grid, because screen readers navigate a page by its headings. */
  heading?: 'h2' | 'h3'
  /** Loads the picture at once, for the cards at the top of a page. */
  isFirstSeen?: boolean
}

/** One perfume in a grid. */
export function ProductCard({ product, heading: Heading = 'h3', isFirstSeen = false }: ProductCardProps) {
  const percent = discountPercent(product.price, product.originalPrice)
  const struck = struckPrice(product)
  return (
    <article className={styles.card} data-perfume="">
      <div className={styles.picture}>
        <ProductPicture image={product.image} alt="" sizes={pictureSizes} isUrgent={isFirstSeen} />
        <div className={styles.badges}>
          {product.isSoldOut && <Badge tone="outline">{catalogueCopy.soldOut}</Badge>}
          {product.isNew && <Badge tone="accent">{catalogueCopy.isNew}</Badge>}
          {percent !== null && <Badge tone="sale">{catalogueCopy.off(percent)}</Badge>}
        </div>
      </div>
      <div className={styles.text}>
        <p className={styles.category}>{product.category}</p>
        <Heading className={styles.name}>
          <Link
            to="/product/$id"
            params={{ id: product.id }}
            className={styles.cover}
            viewTransition
            onClick={carryPicture}
          >
            {product.name}
          </Link>
        </Heading>
        <p className={styles.description}>{product.description}</p>
        <ReviewSummary product={product} />
        <p className={styles.price}>
          <span>{formatKsh(product.price)}</span>
          {struck !== null && (
            <s>
              <VisuallyHidden>{catalogueCopy.was}</VisuallyHidden>
              {formatKsh(struck)}
            </s>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <LinkButton
          variant="outline"
          size="small"
          to="/product/$id"
          params={{ id: product.id }}
          viewTransition
          onClick={carryPicture}
        >
          <span>
            {catalogueCopy.details} <VisuallyHidden>{catalogueCopy.detailsOf(product.name)}</VisuallyHidden>
          </span>
        </LinkButton>
        <AddButton product={product} />
      </div>
      <FavouriteButton product={product} />
    </article>
  )
}

function ReviewSummary({ product }: { product: Product }) {
  if (product.reviewCount === 0) return <p className={styles.reviews}>{catalogueCopy.noReviews}</p>
  const rating = product.averageRating.toFixed(1)
  return (
    <p className={styles.reviews}>
      <span role="img" aria-label={catalogueCopy.rated(rating, product.reviewCount)} className={styles.rating}>
        <Star isFilled />
        {rating} ({product.reviewCount})
      </span>
    </p>
  )
}
