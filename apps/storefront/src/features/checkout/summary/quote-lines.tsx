import { trpc } from '@marashi/api-client/trpc'
import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import { placeName } from '@marashi/domain/rules/delivery-fee'
import { formatKsh } from '@marashi/domain/rules/money'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { deliveryCopy } from '../../../copy/delivery.ts'
import { ProductPicture } from '../../../lib/product-picture.tsx'
import { lineChanges } from '../../cart/cart-quote.ts'
import styles from './quote-lines.module.css'

/** The shop's quote, line by line; what changed since the cart was filled is marked. */
export function QuoteLines({ cart, quote }: { cart: Cart; quote: Quote }) {
  const changes = lineChanges(cart, quote)
  const imageOf = (productId: string) => cart.items.find(({ id }) => id === productId)?.image
  const kindOf = (id: string) => changes.get(id)?.kind
  const gone = cart.items.filter(({ id }) => kindOf(id) === 'gone' || kindOf(id) === 'sold-out')
  return (
    <ul className={styles.lines}>
      {quote.items.map((line) => {
        const change = changes.get(line.productId)
        return (
          <li key={line.productId}>
            <Thumbnail image={imageOf(line.productId)} />
            <span className={styles.words}>
              <span>{checkoutCopy.line(line.productName, line.quantity)}</span>
              {change?.kind === 'repriced' && (
                <span className={styles.change}>{checkoutCopy.was(formatKsh(change.was * line.quantity))}</span>
              )}
              {change?.kind === 'short' && <span className={styles.change}>{checkoutCopy.short(change.left)}</span>}
            </span>
            <span>{formatKsh(line.lineTotal)}</span>
          </li>
        )
      })}
      {gone.map(({ id, name, quantity, image }) => (
        <li key={id} data-gone="true">
          <Thumbnail image={image} />
          <span className={styles.words}>
            <s>{checkoutCopy.line(name, quantity)}</s>
            <span className={styles.change}>
              {`${kindOf(id) === 'gone' ? checkoutCopy.gone : checkoutCopy.soldOut}. ${checkoutCopy.goneHint}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

export function QuoteSums({ quote }: { quote: Quote }) {
  const places = trpc.catalogue.shop.useQuery().data?.places
  const delivery = deliveryCopy.fee(quote.deliveryCharge)
  return (
    <div>
      <dl className={styles.sums}>
        <dt>{checkoutCopy.subtotal}</dt>
        <dd>{formatKsh(quote.subtotal)}</dd>
        <dt>{checkoutCopy.deliveryFee(placeName(quote.deliveryLocation, places))}</dt>
        <dd>{delivery}</dd>
        <dt className={styles.total}>{checkoutCopy.total}</dt>
        <dd className={styles.total}>{formatKsh(quote.total)}</dd>
      </dl>
      <VisuallyHidden>
        <span role="status">{checkoutCopy.totalNow(delivery, formatKsh(quote.total))}</span>
      </VisuallyHidden>
    </div>
  )
}

/** The cart knows the picture; a line that another tab has taken out meanwhile has none. */
function Thumbnail({ image }: { image: string | undefined }) {
  return <span className={styles.picture}>{image && <ProductPicture image={image} alt="" sizes="56px" />}</span>
}
