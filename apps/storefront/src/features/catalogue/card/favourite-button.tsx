import type { Product } from '@marashi/domain/contracts/catalogue'
import { Heart } from 'lucide-react'
import { catalogueCopy } from '../../../copy/catalogue.ts'
import { useFavourite } from '../../../lib/favourites.ts'
import styles from './favourite-button.module.css'

/** The heart on a card. Favourites stay in the browser. See docs/behaviour.md#favourites. */
export function FavouriteButton({ product }: { product: Product }) {
  const { isFavourite, toggle } = useFavourite(product.id)
  return (
    <button
      type="button"
      className={styles.heart}
      aria-pressed={isFavourite}
      aria-label={catalogueCopy.favourite(product.name)}
      onClick={toggle}
    >
      <Heart size={20} aria-hidden="true" fill={isFavourite ? 'currentColor' : 'none'} />
    </button>
  )
}
