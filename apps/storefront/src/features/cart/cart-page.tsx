import type { QuoteInput } from '@marashi/domain/contracts/checkout'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Skeleton } from '@marashi/ui/skeleton'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { cartCopy } from '../../copy/cart.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { useFetchAhead } from '../../lib/use-fetch-ahead.ts'
import { CartChanges } from './cart-changes.tsx'
import { CartLines } from './cart-lines.tsx'
import styles from './cart-page.module.css'
import { lineChanges } from './cart-quote.ts'
import { CartSummary } from './cart-summary.tsx'
import { acceptQuote } from './quoted-cart.ts'
import { useCart } from './use-cart.ts'
import { useTodaysPrices } from './use-todays-prices.ts'

/**
 * The cart: its lines, what changed since they were added, and the two ways to order. `held` are the pieces that the shop
 * holds for this browser's own order.
 */
export function CartPage({ shop, held }: { shop: ShopDetails; held: QuoteInput['items'] }) {
  const isHydrated = useHydrated()
  const router = useRouter()
  useFetchAhead(() => [() => router.loadRouteChunk(router.routesById['/checkout'])])
  const { cart, acceptQuote: updateCart } = useCart()
  const prices = useTodaysPrices(cart, { held, places: shop.places })
  const changes = prices && lineChanges(cart, prices)

  return (
    <div className={styles.page}>
      <h1 id="cart-title" tabIndex={-1}>
        {cartCopy.title}
      </h1>
      {!isHydrated && <CartLoading />}
      {isHydrated && cart.items.length === 0 && <EmptyCart />}
      {isHydrated && cart.items.length > 0 && (
        <>
          {changes && changes.size > 0 && <CartChanges onUpdate={() => updateCart(prices)} />}
          <div className={styles.columns}>
            <CartLines cart={cart} changes={changes ?? new Map()} />
            <CartSummary cart={prices ? acceptQuote(cart, prices) : cart} shop={shop} />
          </div>
        </>
      )}
    </div>
  )
}

/** The server does not know the cart, so it renders a skeleton with the height of a small cart. */
function CartLoading() {
  return (
    <div className={styles.columns} role="status">
      <VisuallyHidden>{cartCopy.loading}</VisuallyHidden>
      <Skeleton className={styles.linesShape} />
      <Skeleton className={styles.summaryShape} />
    </div>
  )
}

function EmptyCart() {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{cartCopy.empty}</p>
      <p>{cartCopy.emptyHint}</p>
      <LinkButton to="/shop">{cartCopy.shopNow}</LinkButton>
    </div>
  )
}
