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
import { QuantityStepper } from './quantity-stepper.tsx'
import type { LineChange } from './quoted-cart.ts'

/** One perfume in the cart; `onQuantity(0)` takes it out. */
export function CartLine({
  item,
  news,
  onQuantity,
}: {
  item: CartItem
  news: LineChange | undefined
  onQuantity: (quantity: number) => void
}) {
  return (
    <li className={styles.line} data-gone={news?.kind === 'gone'}>
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
        <LinePrice item={item} news={news} />
      </div>
      <div className={styles.actions}>
        {news?.kind !== 'gone' && <QuantityStepper item={item} onQuantity={onQuantity} />}
        <Button variant="ghost" size="small" className={styles.remove} onClick={() => onQuantity(0)}>
          <Trash2 size={18} aria-hidden="true" />
          <span className={styles.removeWord}>{cartCopy.remove}</span>
          <VisuallyHidden>{cartCopy.removeOf(item.name)}</VisuallyHidden>
        </Button>
        {news?.kind !== 'gone' && (
          <strong className={styles.total}>{formatKsh(lineTotal({ ...item, price: priceNow(item, news) }))}</strong>
        )}
      </div>
    </li>
  )
}

function LinePrice({ item, news }: { item: CartItem; news: LineChange | undefined }) {
  if (news?.kind === 'gone') return <p className={styles.news}>{cartCopy.gone}</p>
  return (
    <>
      <p className={styles.price}>
        {cartCopy.each(formatKsh(priceNow(item, news)))}
        {news && (
          <s>
            <VisuallyHidden>{cartCopy.was}</VisuallyHidden>
            {formatKsh(news.was)}
          </s>
        )}
      </p>
      {news && <p className={styles.news}>{cartCopy.repriced}</p>}
    </>
  )
}

function priceNow(item: CartItem, news: LineChange | undefined): number {
  return news?.kind === 'repriced' ? news.now : item.price
}
