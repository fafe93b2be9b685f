import { trpc } from '@marashi/api-client/trpc'
import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { keepPreviousData } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { ordersCopy } from '../../../copy/orders.ts'
import { productsCopy } from '../../../copy/products.ts'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import styles from './line-picker.module.css'
import type { Lack, useOrderLines } from './use-order-lines.ts'

const copy = ordersCopy.form
const shownResults = 5

/** Finds perfumes by name and puts them on the order; a tap on one that is there adds another bottle. */
export function LinePicker({ order: { lines, isFull, add, change } }: { order: ReturnType<typeof useOrderLines> }) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = trpc.catalogue.products.useQuery(
    { page: 1, limit: shownResults, search },
    { enabled: search !== '', placeholderData: keepPreviousData },
  )
  const results = search === '' ? [] : ((found.data as ProductPage | undefined)?.data ?? [])
  // Until then the list shows what an older name has found.
  const isFoundByTyped = search === typed.trim() && !found.isPlaceholderData
  return (
    <div className={styles.picker}>
      <Field label={copy.addPerfume} hint={copy.addPerfumeHint}>
        <Input
          type="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          // Enter takes the first result instead of sending the form.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (results[0] && isFoundByTyped && !isFull) add(results[0])
          }}
        />
      </Field>
      {search !== '' && found.isError && <LoadFailure message={productsCopy.notLoaded} onRetry={found.refetch} />}
      {search !== '' && found.isSuccess && (
        <ul aria-label={copy.found} className={styles.results}>
          {results.length === 0 && <li className={styles.none}>{copy.nothingFound}</li>}
          {results.map((product) => (
            <li key={product.id}>
              <button
                type="button"
                className={styles.result}
                disabled={isFull}
                onClick={() => {
                  add(product)
                  setTyped('')
                }}
              >
                <span>
                  {product.name}
                  {product.isSoldOut && <span className={styles.lack}>{copy.soldOut}</span>}
                </span>
                <span className={styles.price}>{formatKsh(product.price)}</span>
                <Plus size={18} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <ul aria-label={copy.lines} className={styles.lines}>
          {lines.map((line) => (
            <li key={line.productId} className={styles.line}>
              <span className={styles.name}>
                {line.name}
                {line.lack && <span className={styles.lack}>{lackText(line.lack)}</span>}
              </span>
              <span className={styles.steps}>
                <Button
                  variant="ghost"
                  isIcon
                  aria-label={copy.fewer(line.name)}
                  onClick={() => change(line.productId, -1)}
                >
                  <Minus size={18} aria-hidden="true" />
                </Button>
                <output aria-label={copy.quantityOf(line.name)}>{line.quantity}</output>
                <Button
                  variant="ghost"
                  isIcon
                  aria-label={copy.more(line.name)}
                  onClick={() => change(line.productId, 1)}
                >
                  <Plus size={18} aria-hidden="true" />
                </Button>
              </span>
              <span className={styles.price}>{formatKsh(line.price * line.quantity)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function lackText(lack: Lack): string {
  if (lack === 'gone') return copy.gone
  return lack.left === 0 ? copy.soldOut : copy.onlyLeft(lack.left)
}
