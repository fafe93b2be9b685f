import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Skeleton } from '@marashi/ui/skeleton'
import { loadToasts } from '@marashi/ui/toast'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Link, Navigate, useHydrated } from '@tanstack/react-router'
import { ChevronLeft, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { checkoutCopy } from '../../copy/checkout.ts'
import { useCart } from '../cart/use-cart.ts'
import { AnotherWay } from './cancelled/another-way.tsx'
import styles from './checkout-page.module.css'
import { CheckoutPayment } from './checkout-payment.tsx'
import { CheckoutForm } from './form/checkout-form.tsx'
import { useQuotes } from './summary/use-quotes.ts'
import { useCheckout } from './use-checkout.ts'

/** The checkout. Only the browser knows the cart, so the server renders a skeleton of its sections. */
export function CheckoutPage({ shop }: { shop: ShopDetails }) {
  const isHydrated = useHydrated()
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <h1 id="checkout-title" tabIndex={-1}>
          {checkoutCopy.title}
        </h1>
        <Link to="/cart" className={styles.back}>
          <ChevronLeft size={18} aria-hidden="true" />
          {checkoutCopy.backToCart}
        </Link>
      </div>
      <p className={styles.lock}>
        <Lock size={16} aria-hidden="true" />
        {checkoutCopy.lock}
      </p>
      {isHydrated ? <Checkout shop={shop} /> : <CheckoutLoading />}
    </div>
  )
}

/**
 * An empty cart leads back to the cart, unless it is empty because of its order. See docs/behaviour.md#checkout-form.
 */
function Checkout({ shop }: { shop: ShopDetails }) {
  const { cart } = useCart()
  const quotes = useQuotes(cart, shop.places)
  const checkout = useCheckout(quotes)
  const { progress } = checkout
  const { step } = progress
  useEffect(() => {
    void loadToasts()
    const letGo = holdCheckout()
    return () => letGo()
  }, [])
  const hasPanel = step === 'paying' || step === 'choosingWay'
  const hadPanel = useRef(hasPanel)
  useEffect(() => {
    // What had the focus is gone with the panel; a notice over the form takes it itself.
    if (hadPanel.current && step === 'filling') document.getElementById('checkout-title')?.focus()
    hadPanel.current = hasPanel
  }, [hasPanel, step])
  const hasOrder = ['sending', 'unknown', 'notArrived', 'lapsed', 'paying', 'cancelled', 'placed'].includes(step)
  if (progress.step === 'choosingWay') {
    return <AnotherWay order={progress.order} checkout={checkout} onBack={checkout.leavePayment} />
  }
  if (cart.items.length === 0 && !hasOrder) return <Navigate to="/cart" replace />
  if (progress.step === 'paying') {
    return <CheckoutPayment order={progress.order} shop={shop} checkout={checkout} />
  }
  return <CheckoutForm shop={shop} cart={cart} quotes={quotes} checkout={checkout} />
}

/** While a checkout is open in any tab, no new version of the service worker takes over. */
function holdCheckout(): () => void {
  let letGo = () => {}
  const isLeft = new Promise<void>((resolve) => {
    letGo = resolve
  })
  void navigator.locks?.request('checkout', { mode: 'shared' }, () => isLeft)
  return () => letGo()
}

function CheckoutLoading() {
  return (
    <div className={styles.columns} role="status">
      <VisuallyHidden>{checkoutCopy.loading}</VisuallyHidden>
      <Skeleton className={styles.foldedShape} />
      <div className={styles.sections}>
        <Skeleton className={styles.shape} />
        <Skeleton className={styles.shape} />
        <Skeleton className={styles.shape} />
      </div>
      <Skeleton className={styles.shape} />
    </div>
  )
}
