import { Skeleton } from '@marashi/ui/skeleton'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Minus, Plus } from 'lucide-react'
import { stockCopy } from '../../copy/stock.ts'
import { LoadFailure } from '../display/load-failure.tsx'
import { PiecesInput } from './pieces-input.tsx'
import { SoldOutSwitch } from './sold-out-switch.tsx'
import styles from './stock-control.module.css'
import { useStock } from './use-stock.ts'

/**
 * Sold out or not, and how many pieces are left of one perfume; an empty count is none. `hasThreshold` also asks from which
 * count it is low.
 */
export function StockControl({
  productId,
  name,
  hasThreshold = false,
}: {
  productId: string
  name: string
  hasThreshold?: boolean
}) {
  const { stock, isError, readAgain, save, saveAsync } = useStock(productId)
  if (!stock && isError) return <LoadFailure message={stockCopy.failedLoad} onRetry={readAgain} />
  if (!stock) return <Skeleton className={styles.shape} />
  const { stockCount, soldOut, lowAt } = stock
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend in every card
    <div role="group" aria-label={stockCopy.of(name)} className={styles.control}>
      <SoldOutSwitch soldOut={soldOut} onSwitch={(isOn) => saveAsync({ soldOut: isOn })} />
      <div className={styles.count}>
        <span aria-hidden="true">{stockCopy.left}</span>
        {stockCount !== null && (
          <button
            type="button"
            aria-label={stockCopy.less(name)}
            aria-disabled={stockCount === 0 || undefined}
            onClick={() => stockCount > 0 && save({ change: -1 })}
          >
            <Minus size={18} aria-hidden="true" />
          </button>
        )}
        <PiecesInput
          label={stockCopy.leftOf(name)}
          placeholder={stockCopy.notCounted}
          value={stockCount}
          onSave={(pieces) => save({ stockCount: pieces })}
        />
        {stockCount !== null && (
          <button type="button" aria-label={stockCopy.more(name)} onClick={() => save({ change: 1 })}>
            <Plus size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      {hasThreshold && (
        <div className={`${styles.count} ${styles.threshold}`}>
          <span aria-hidden="true">{stockCopy.lowAt}</span>
          <PiecesInput
            label={stockCopy.lowAtOf(name)}
            placeholder={stockCopy.usual}
            value={lowAt}
            onSave={(pieces) => save({ lowAt: pieces })}
          />
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{stockCopy.saved(name, stockCount)}</span>
      </VisuallyHidden>
    </div>
  )
}
