import type { Category } from '@marashi/domain/contracts/catalogue'
import { earlierPrices, type PriceChange, priceSteps } from '@marashi/domain/rules/price-change'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Field, Input, Select } from '@marashi/ui/field'
import { productsCopy } from '../../../copy/products.ts'
import styles from './bulk-prices.module.css'

const copy = productsCopy.prices

/** A change as it is typed: the value may be missing. */
export type TypedChange = Omit<PriceChange, 'value'> & { value: number | null }

/** Which products change, by how much, how they are rounded, and what becomes of the earlier price. */
export function ChangeInputs({
  category,
  categories,
  typed,
  onCategory,
  onType,
}: {
  category: string | undefined
  categories: readonly Category[]
  typed: TypedChange
  onCategory: (category: string | undefined) => void
  onType: (typed: TypedChange) => void
}) {
  return (
    <div className={styles.inputs}>
      <Field label={copy.value}>
        <Input
          inputMode="text"
          autoComplete="off"
          placeholder={copy.valueExample}
          onChange={(event) => onType({ ...typed, value: typedNumber(event.target.value.replace('−', '-')) })}
        />
      </Field>
      <Field label={copy.by}>
        <Select
          value={typed.by}
          onChange={(event) => onType({ ...typed, by: event.target.value as PriceChange['by'] })}
        >
          <option value="percent">{copy.percent}</option>
          <option value="amount">{copy.amount}</option>
        </Select>
      </Field>
      <Field label={copy.roundTo}>
        <Select
          value={typed.roundTo}
          onChange={(event) => onType({ ...typed, roundTo: Number(event.target.value) as PriceChange['roundTo'] })}
        >
          {priceSteps.map((step) => (
            <option key={step} value={step}>
              {copy.step(step)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={copy.earlier}>
        <Select
          value={typed.earlier}
          onChange={(event) => onType({ ...typed, earlier: event.target.value as PriceChange['earlier'] })}
        >
          {earlierPrices.map((each) => (
            <option key={each} value={each}>
              {copy.earlierWays[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={productsCopy.category}>
        <Select value={category ?? ''} onChange={(event) => onCategory(event.target.value || undefined)}>
          <option value="">{productsCopy.allCategories}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
