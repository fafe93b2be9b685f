import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import { formatKsh } from '@marashi/domain/rules/money'
import { ChevronDown } from 'lucide-react'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { ProductPicture } from '../../../lib/product-picture.tsx'
import { lineChanges } from '../../cart/cart-quote.ts'
import styles from './folded-summary.module.css'
import { QuoteLines, QuoteSums } from './quote-lines.tsx'

/** As many bottles as leave the words a line each on a phone of 360 px, also when the total has come. */
const mostPictures = 2

/** On a phone the order summary is a row above the form, which unfolds; it is unfolded when something has changed. Of an empty cart it has nothing. */
export function FoldedSummary({ cart, quote }: { cart: Cart; quote: Quote | undefined }) {
  if (!quote && cart.items.length === 0) return null
  const count = quote?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? cart.itemCount
  const hasChanged = quote !== undefined && lineChanges(cart, quote).size > 0
  return (
    <details className={styles.folded} open={hasChanged}>
      <summary className={styles.row}>
        <span className={styles.pictures}>
          {cart.items.slice(0, mostPictures).map(({ id, image }) => (
            <span key={id} className={styles.picture}>
              <ProductPicture image={image} alt="" sizes="34px" />
            </span>
          ))}
        </span>
        <span className={styles.words}>
          <strong>{checkoutCopy.pieces(count)}</strong>
          <span className={styles.hint}>{checkoutCopy.summary}</span>
        </span>
        <span className={styles.total}>{quote && formatKsh(quote.total)}</span>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      {quote && (
        <div className={styles.content}>
          <QuoteLines cart={cart} quote={quote} />
          <QuoteSums quote={quote} />
        </div>
      )}
    </details>
  )
}
