import type { CartItem } from '@marashi/domain/rules/cart'
import { formatKsh, lineTotal } from '@marashi/domain/rules/money'
import { Badge } from '@marashi/ui/badge'
import { Button } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { cartCopy } from '../../copy/cart.ts'
import { ProductPicture } from '../../lib/product-picture.tsx'
import styles from './cart-line.module.css'
import type { LineChange } from './cart-quote.ts'
import { QuantityStepper } from './quantity-stepper.tsx'

/** One perfume in the cart; `onQuantity(0)` removes it. */
export function CartLine({
  item,
  change,
  onQuantity,
}: {
  item: CartItem
  change: LineChange | undefined
  onQuantity: (quantity: number) => void
}) {
  const isGone = change?.kind === 'gone' || change?.kind === 'sold-out'
  const quantity = change?.kind === 'short' ? change.left : item.quantity
  return (
    <li className={styles.line} data-gone={isGone}>
      <div className={styles.picture}>
        <ProductPicture image={item.image} alt="" sizes="88px" />
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link to="/product/$id" params={{ id: item.id }}>
            {item.name}
          </Link>
        </h2>
        <Badge>{item.category}</Badge>
        <LinePrice item={item} change={change} />
      </div>
      <div className={styles.actions}>
        {!isGone && <QuantityStepper item={item} onQuantity={onQuantity} />}
        <Button variant="ghost" size="small" className={styles.remove} onClick={() => onQuantity(0)}>
          <Trash2 size={18} aria-hidden="true" />
          <span className={styles.removeWord}>{cartCopy.remove}</span>
          <VisuallyHidden>{cartCopy.removeOf(item.name)}</VisuallyHidden>
        </Button>
        {!isGone && (
          <strong className={styles.total}>{formatKsh(lineTotal({ price: priceNow(item, change), quantity }))}</strong>
        )}
      </div>
    </li>
  )
}

function LinePrice({ item, change }: { item: CartItem; change: LineChange | undefined }) {
  if (change?.kind === 'gone') return <p className={styles.notice}>{cartCopy.gone}</p>
  if (change?.kind === 'sold-out') return <p className={styles.notice}>{cartCopy.soldOut}</p>
  const isRepriced = change && change.was !== change.now
  return (
    <>
      <p className={styles.price}>
        <span>{cartCopy.each(formatKsh(priceNow(item, change)))}</span>
        {isRepriced && (
          <s>
            <VisuallyHidden>{cartCopy.was}</VisuallyHidden>
            {formatKsh(change.was)}
          </s>
        )}
      </p>
      {isRepriced && <p className={styles.notice}>{cartCopy.repriced}</p>}
      {change?.kind === 'short' && <p className={styles.notice}>{cartCopy.short(change.left)}</p>}
    </>
  )
}

function priceNow(item: CartItem, change: LineChange | undefined): number {
  return change?.kind === 'repriced' || change?.kind === 'short' ? change.now : item.price
}
