import type { Product } from '@marashi/domain/contracts/catalogue'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Button } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Heart } from 'lucide-react'
import { useRef } from 'react'
import { productCopy } from '../../copy/product.ts'
import { useFavourite } from '../../lib/favourites.ts'
import { useAddToCart } from '../cart/use-add-to-cart.ts'
import styles from './buy-box.module.css'
import { ShareLink } from './share-link.tsx'
import { StickyBuyBar } from './sticky-buy-bar.tsx'

/** Add to Cart, favourite and share. On a phone Add to Cart is always visible. */
export function BuyBox({ product, shop }: { product: Product; shop: ShopDetails }) {
  const { isAdding, addToCart } = useAddToCart(product)
  const { isFavourite, toggle } = useFavourite(product.id)
  const mainButton = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.box}>
      <div ref={mainButton} className={styles.main}>
        {product.isSoldOut ? (
          <Button size="large" variant="outline" isWide isBusy aria-describedby="sold-out">
            {productCopy.soldOut}
          </Button>
        ) : (
          <Button size="large" isWide isBusy={isAdding} onClick={addToCart}>
            {isAdding ? productCopy.adding : productCopy.addToCart}
          </Button>
        )}
        {product.isSoldOut && (
          <p id="sold-out" className={styles.hint}>
            {productCopy.soldOutHint}
          </p>
        )}
        <VisuallyHidden>
          <span role="status">{isAdding && productCopy.adding}</span>
        </VisuallyHidden>
      </div>
      <Button variant="outline" onClick={toggle}>
        <Heart size={20} aria-hidden="true" fill={isFavourite ? 'currentColor' : 'none'} />
        <span>{isFavourite ? productCopy.removeFavourite : productCopy.addFavourite}</span>
      </Button>
      <ShareLink product={product} shop={shop} />
      {!product.isSoldOut && (
        <StickyBuyBar product={product} isAdding={isAdding} onAdd={addToCart} standsFor={mainButton} />
      )}
    </div>
  )
}
