import { trpc } from '@marashi/api-client/trpc'
import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { Field, Input, Select } from '@marashi/ui/field'
import { keepPreviousData } from '@tanstack/react-query'
import { type ComponentProps, useDeferredValue, useState } from 'react'
import { reviewsCopy } from '../../copy/reviews.ts'

const copy = reviewsCopy.form
/** As many as one page of the catalogue holds at most; a larger shop narrows them by typing. */
const mostOptions = 100

/** Chooses the product of a review from the catalogue; `chosen` stays on offer whatever is typed. */
export function ProductPicker({
  chosen,
  error,
  ...select
}: ComponentProps<'select'> & { chosen: { id: string; name: string } | undefined; error: string | undefined }) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data } = trpc.catalogue.products.useQuery(
    { page: 1, limit: mostOptions, search: search || undefined },
    { placeholderData: keepPreviousData },
  )
  const page = data as ProductPage | undefined
  const isLarge = search !== '' || (page !== undefined && page.pagination.total > mostOptions)
  const found = page?.data ?? []
  const options = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
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
      <Field label={copy.product} error={error}>
        {/* The options come later than the form's value: without the key the choice would stay empty. */}
        <Select key={options.length === 0 ? 'empty' : 'full'} {...select}>
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
