import { trpc } from '@marashi/api-client/trpc'
import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { Field, Input, Select } from '@marashi/ui/field'
import { keepPreviousData } from '@tanstack/react-query'
import { type ComponentProps, useDeferredValue, useState } from 'react'
import { productsCopy } from '../../copy/products.ts'
import { reviewsCopy } from '../../copy/reviews.ts'
import { LoadFailure } from '../../lib/display/load-failure.tsx'

const copy = reviewsCopy.form
/** The most that one page of the catalogue holds; in a larger shop a search narrows them. */
const mostOptions = 100

type Choice = { id: string; name: string }

/** Chooses the product of a review. The chosen product stays in the list whatever the search finds. */
export function ProductPicker({
  known,
  value,
  error,
  onChange,
  ...select
}: Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  /** The product that is selected first. */
  known: Choice | undefined
  value: string
  error: string | undefined
  onChange: (id: string) => void
}) {
  const [latest, setLatest] = useState(known)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data, isError, refetch } = trpc.catalogue.products.useQuery(
    { page: 1, limit: mostOptions, search: search || undefined },
    { placeholderData: keepPreviousData },
  )
  const page = data as ProductPage | undefined
  const isLarge = search !== '' || (page !== undefined && page.pagination.total > mostOptions)
  const found = page?.data ?? []
  const isMissing = latest?.id === value && !found.some(({ id }) => id === value)
  const options: Choice[] = isMissing ? [latest, ...found] : found
  return (
    <>
      {isLarge && (
        <Field label={copy.findProduct} hint={copy.findProductHint}>
          <Input
            type="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {isError && <LoadFailure message={productsCopy.notLoaded} onRetry={refetch} />}
      <Field label={copy.product} error={error}>
        <Select
          {...select}
          value={value}
          onChange={(event) => {
            setLatest(options.find(({ id }) => id === event.target.value))
            onChange(event.target.value)
          }}
        >
          <option value="">{copy.chooseProduct}</option>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}
