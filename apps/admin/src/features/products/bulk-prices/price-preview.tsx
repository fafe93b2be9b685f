import { formatKsh } from '@marashi/domain/rules/money'
import type { Prices } from '@marashi/domain/rules/price-change'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { productsCopy } from '../../../copy/products.ts'
import styles from './bulk-prices.module.css'
import type { PriceRow } from './price-rows.ts'

const copy = productsCopy.prices

/** Every product with its prices before and after; what is unticked stays as it is. */
export function PricePreview({
  rows,
  left,
  onLeave,
}: {
  rows: readonly PriceRow[]
  left: ReadonlySet<string>
  onLeave: (id: string, isLeft: boolean) => void
}) {
  if (rows.length === 0) return null
  return (
    <table className={styles.preview}>
      <caption>{copy.preview(rows.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{copy.product}</th>
          <th scope="col">{copy.before}</th>
          <th scope="col">{copy.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ product, after, isChanged }) => (
          <tr key={product.id} data-unchanged={!isChanged || left.has(product.id) || undefined}>
            <th scope="row">
              <label>
                <input
                  type="checkbox"
                  checked={!left.has(product.id)}
                  onChange={(event) => onLeave(product.id, !event.target.checked)}
                />
                {product.name}
              </label>
            </th>
            <td>
              <Amounts prices={product} />
            </td>
            <td>{after ? <Amounts prices={after} /> : <strong className={styles.problem}>{copy.noPrice}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Amounts({ prices: { price, originalPrice } }: { prices: Prices }) {
  return (
    <>
      {formatKsh(price)}
      {originalPrice !== null && originalPrice > price && (
        <s>
          <VisuallyHidden>{productsCopy.was}</VisuallyHidden>
          {formatKsh(originalPrice)}
        </s>
      )}
    </>
  )
}
