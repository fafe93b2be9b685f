import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { Skeleton } from '@marashi/ui/skeleton'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { deliveryCopy } from '../../../copy/delivery.ts'
import { lineChanges } from '../../cart/quoted-cart.ts'
import { Section } from '../form/section.tsx'
import styles from './order-summary.module.css'
import type { Quotes } from './use-quotes.ts'

/** The shop's quote, line by line; what changed since the cart was filled is marked. */
export function OrderSummary({ cart, quote, quotes }: { cart: Cart; quote: Quote | undefined; quotes: Quotes }) {
  return (
    <Section title={checkoutCopy.summary}>
      {quote && <QuoteLines cart={cart} quote={quote} />}
      {quote && <QuoteSums quote={quote} />}
      {!quote && quotes.hasFailed && (
        <div className={styles.failed} role="alert">
          <p>{checkoutCopy.pricesFailed}</p>
          <Button variant="outline" isBusy={quotes.isFetching} onClick={quotes.retry}>
            {checkoutCopy.retry}
          </Button>
        </div>
      )}
      {!quote && !quotes.hasFailed && (
        <div role="status">
          <VisuallyHidden>{checkoutCopy.summaryLoading}</VisuallyHidden>
          <Skeleton className={styles.shape} />
        </div>
      )}
    </Section>
  )
}

function QuoteLines({ cart, quote }: { cart: Cart; quote: Quote }) {
  const changes = lineChanges(cart, quote)
  const gone = cart.items.filter(({ id }) => changes.get(id)?.kind === 'gone')
  return (
    <ul className={styles.lines}>
      {quote.items.map((line) => {
        const change = changes.get(line.productId)
        return (
          <li key={line.productId}>
            <span>
              {checkoutCopy.line(line.productName, line.quantity)}
              {change?.kind === 'repriced' && (
                <span className={styles.change}>{checkoutCopy.was(formatKsh(change.was * line.quantity))}</span>
              )}
            </span>
            <span>{formatKsh(line.lineTotal)}</span>
          </li>
        )
      })}
      {gone.map(({ id, name, quantity }) => (
        <li key={id}>
          <span>
            <s>{checkoutCopy.line(name, quantity)}</s>
            <span className={styles.change}>
              {checkoutCopy.gone}. {checkoutCopy.goneHint}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function QuoteSums({ quote }: { quote: Quote }) {
  const delivery = deliveryCopy.fee(quote.deliveryCharge)
  return (
    <div>
      <dl className={styles.sums}>
        <dt>{checkoutCopy.subtotal}</dt>
        <dd>{formatKsh(quote.subtotal)}</dd>
        <dt>{checkoutCopy.deliveryFee(deliveryCopy.locations[quote.deliveryLocation])}</dt>
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
