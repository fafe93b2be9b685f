import type { Quote } from '@marashi/domain/contracts/checkout'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Cart } from '@marashi/domain/rules/cart'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import type { ReactNode } from 'react'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { publishBarHeight } from '../../../lib/publish-bar-height.ts'
import { OrderNotice } from '../order-notice.tsx'
import type { useCheckout } from '../use-checkout.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'
import styles from './place-order-panel.module.css'

/**
 * The order button, and above it what the shopper must know before pressing it again; `children` is what is wrong with the
 * form. On a phone it stays at the foot of the screen, except while it holds a longer notice.
 */
export function PlaceOrderPanel({
  checkout,
  quote,
  cart,
  shop,
  method,
  isOff,
  isLoading,
  onTryAgain,
  children,
}: {
  checkout: ReturnType<typeof useCheckout>
  quote: Quote | undefined
  cart: Cart
  shop: ShopDetails
  method: PaymentMethod['id']
  /** The chosen payment method does not work. */
  isOff: boolean
  /** The shop has not said yet which payment methods there are. */
  isLoading: boolean
  onTryAgain: () => void
  children: ReactNode
}) {
  const { progress } = checkout
  const isSending = progress.step === 'sending'
  // An order that is under way or without an answer may hold the pieces itself, so it goes on whatever is left of them.
  const isOpen = isSending || progress.step === 'unknown' || progress.step === 'placed'
  const isNothingLeft = !isOpen && (quote?.items ?? cart.items).length === 0
  const isBar = (progress.step === 'filling' && !isNothingLeft) || isSending
  return (
    <div ref={isBar ? publishBarHeight : null} className={`${styles.panel} ${isBar ? styles.bar : ''}`}>
      <OrderNotice
        progress={progress}
        cart={cart}
        shop={shop}
        isNothingLeft={isNothingLeft}
        onAnotherWay={checkout.chooseAnotherWay}
      />
      {children}
      {quote && quote.items.length > 0 && (
        <p className={styles.total}>
          {checkoutCopy.withDelivery} <strong>{formatKsh(quote.total)}</strong>
        </p>
      )}
      {progress.step === 'unknown' && (
        <Button size="large" isWide onClick={onTryAgain}>
          {checkoutCopy.tryAgain}
        </Button>
      )}
      {isNothingLeft && (
        <>
          <p className={styles.problem}>{checkoutCopy.nothingLeft}</p>
          <LinkButton to="/cart" size="large">
            {checkoutCopy.backToCart}
          </LinkButton>
        </>
      )}
      {progress.step !== 'unknown' && !isNothingLeft && (
        <Button type="submit" size="large" isWide disabled={isOff} isBusy={isSending || !quote || isLoading}>
          {isSending ? busyLabel(progress.isResumed) : orderLabel(method, isLoading ? undefined : quote)}
        </Button>
      )}
      <VisuallyHidden>
        <span role="status">{isSending && busyLabel(progress.isResumed)}</span>
      </VisuallyHidden>
    </div>
  )
}

function busyLabel(isResumed: boolean): string {
  return isResumed ? checkoutCopy.finishing : checkoutCopy.placing
}

function orderLabel(method: PaymentMethod['id'], quote: Quote | undefined): string {
  if (!quote) return checkoutCopy.place
  const total = formatKsh(quote.total)
  if (method === 'mpesa') return mpesaCopy.pay(total)
  return method === 'stripe' ? checkoutCopy.payByCard(total) : checkoutCopy.placeFor(total)
}
