import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import { Button } from '@marashi/ui/button'
import { Skeleton } from '@marashi/ui/skeleton'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { Section } from '../form/section.tsx'
import { goOnAtHeading } from '../go-on-at-heading.ts'
import styles from './order-summary.module.css'
import { QuoteLines, QuoteSums } from './quote-lines.tsx'
import type { Quotes } from './use-quotes.ts'

/**
 * The shop's quote on a wide screen. On a phone it is folded up above the form, and this tells only what failed. Of an empty cart
 * nothing is asked.
 */
export function OrderSummary({ cart, quote, quotes }: { cart: Cart; quote: Quote | undefined; quotes: Quotes }) {
  if (!quote && !quotes.hasFailed && cart.items.length === 0) return null
  return (
    <Section title={checkoutCopy.summary} className={quotes.hasFailed ? undefined : styles.wide}>
      {quote && <QuoteLines cart={cart} quote={quote} />}
      {quote && <QuoteSums quote={quote} />}
      {!quote && quotes.hasFailed && (
        <div className={styles.failed} role="alert" ref={goOnAtPrices}>
          <p>{quotes.refusal || checkoutCopy.pricesFailed}</p>
          {quotes.refusal ? (
            <LinkButton to="/contact" variant="outline">
              {checkoutCopy.help}
            </LinkButton>
          ) : (
            <Button variant="outline" isBusy={quotes.isFetching} onClick={quotes.retry}>
              {checkoutCopy.retry}
            </Button>
          )}
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

/** On a phone this heading goes with the notice, and the prices are in the summary above the form. A wide screen does not show that. */
function goOnAtPrices(notice: HTMLElement | null): () => void {
  const folded = notice?.closest('form')?.querySelector('summary')
  const goOn = goOnAtHeading(notice)
  return () => {
    const hasFocus = notice?.contains(document.activeElement)
    goOn()
    if (hasFocus) folded?.focus({ preventScroll: true })
  }
}
