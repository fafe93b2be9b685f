import { type Failure, mayBeDone } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { maxPriceChanges } from '@marashi/domain/contracts/admin-prices'
import type { Category, Product } from '@marashi/domain/contracts/catalogue'
import type { PriceChange } from '@marashi/domain/rules/price-change'
import { type SubmitEvent, useState } from 'react'
import { productsCopy } from '../../../copy/products.ts'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { isSavedBefore } from '../../../lib/forms/send-once.ts'
import { useChangePrices } from '../use-change-prices.ts'
import { ChangeInputs, type TypedChange } from './change-inputs.tsx'
import { PricePreview } from './price-preview.tsx'
import { priceRows } from './price-rows.ts'

const copy = productsCopy.prices
const nothingTyped: TypedChange = { by: 'percent', value: null, roundTo: 50, earlier: 'keep' }

/** Changes the prices of a category, or of what is chosen in it, after a look at every one of them. */
export function BulkPricesDialog({
  category: first,
  categories,
  onClose,
}: {
  category: string | undefined
  categories: readonly Category[]
  onClose: () => void
}) {
  const [category, setCategory] = useState(first)
  const [typed, setTyped] = useState(nothingTyped)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const changePrices = useChangePrices()
  const { products, hasFailed, lookAgain } = useProductsLookedAt(category)
  const change = typed.value === null || Number.isNaN(typed.value) ? undefined : { ...typed, value: typed.value }
  const rows = change && products ? priceRows(products, change satisfies PriceChange) : []
  const wanted = rows.filter(({ product, isChanged }) => isChanged && !left.has(product.id))
  const impossible = rows.filter(({ product, after }) => after === null && !left.has(product.id))

  function problemOf(): string | undefined {
    if (!change) return copy.noValue
    if (impossible.length > 0) return copy.impossible
    if (wanted.length === 0) return copy.nothingChanges
    return wanted.length > maxPriceChanges ? copy.tooMany(maxPriceChanges) : undefined
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (hasFailed) return lookAgain()
    const refused = problemOf()
    setProblem(refused)
    if (refused || isBusy) return
    setIsBusy(true)
    const failure = await changePrices(
      wanted.flatMap(({ product: { id, updatedAt }, after }) => (after ? [{ id, updatedAt, ...after }] : [])),
      copy.changed(wanted.length),
    )
    setIsBusy(false)
    if (!failure) return onClose()
    setProblem(problemAfter(failure))
    if (failure.status === 409 || isSavedBefore(failure.code)) lookAgain()
  }

  return (
    <FormDialog
      title={copy.title}
      description={copy.hint}
      onClose={onClose}
      onSubmit={submit}
      isDirty={typed.value !== null}
      isBusy={isBusy}
      isWaiting={!products && !hasFailed}
      submitLabel={hasFailed ? copy.readAgain : copy.submit(wanted.length)}
      busyLabel={isBusy ? copy.saving : copy.reading}
      problem={hasFailed ? copy.notRead : problem}
    >
      <ChangeInputs
        category={category}
        categories={categories}
        typed={typed}
        onCategory={setCategory}
        onType={(next) => {
          setTyped(next)
          setProblem(undefined)
        }}
      />
      <PricePreview
        rows={rows}
        left={left}
        onLeave={(id, isLeft) => setLeft(new Set(isLeft ? [...left, id] : [...left].filter((each) => each !== id)))}
      />
    </FormDialog>
  )
}

function problemAfter(failure: Failure): string {
  if (mayBeDone(failure)) return failure.text || copy.unanswered
  if (isSavedBefore(failure.code)) return copy.stale
  // Nobody reads "no price was changed" beside prices that the try before has changed, and changes them once more.
  return failure.status === 409 ? copy.stale : copy.failed
}

/**
 * The products as the owner looked at them: undefined until they are read, and where that `hasFailed`. The list is read again after
 * every attempt: where the answer to one was lost, a percentage of its new prices would be added to them, instead of being refused.
 */
function useProductsLookedAt(category: string | undefined) {
  const [looked, setLooked] = useState<{ category: string | undefined; products: readonly Product[] }>()
  // Without a page the answer is every product (docs/behaviour.md#product-lists).
  const { data, isFetching, refetch } = trpc.catalogue.products.useQuery({ category })
  const isLookedAt = looked?.category === category
  if (data && !isFetching && !(looked && isLookedAt)) setLooked({ category, products: data as Product[] })
  return {
    products: looked && isLookedAt ? looked.products : undefined,
    hasFailed: !data && !isFetching,
    lookAgain() {
      setLooked(undefined)
      if (!data) void refetch()
    },
  }
}
