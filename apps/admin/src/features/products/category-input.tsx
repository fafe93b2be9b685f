import type { Category, ProductForm } from '@marashi/domain/contracts/catalogue'
import { Button } from '@marashi/ui/button'
import { Field } from '@marashi/ui/field'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { productsCopy } from '../../copy/products.ts'
import { FormSelect } from '../../lib/forms/form-select.tsx'
import { NewCategory } from './new-category.tsx'
import type { ProductFields } from './product-fields.ts'
import styles from './product-inputs.module.css'

const copy = productsCopy.form

/** The choice of a category, and the way to a new one. A shop without any begins with that. */
export function CategoryInput({
  form,
  categories,
  error,
}: {
  form: UseFormReturn<ProductFields, unknown, ProductForm>
  categories: readonly Category[]
  error: string | undefined
}) {
  const [added, setAdded] = useState<Category>()
  const [isAdding, setIsAdding] = useState(false)
  // The list of categories comes anew a moment later.
  const all = added && !categories.some(({ id }) => id === added.id) ? [...categories, added] : categories
  const isFirst = all.length === 0

  function choose(category: Category) {
    flushSync(() => {
      setAdded(category)
      setIsAdding(false)
    })
    form.setValue('categoryId', category.id, { shouldDirty: true, shouldValidate: true })
    form.setFocus('categoryId')
  }

  return (
    <div className={styles.category}>
      <Field label={copy.category} error={error}>
        <FormSelect
          control={form.control}
          name="categoryId"
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          empty={isFirst ? copy.noCategory : copy.chooseCategory}
        />
      </Field>
      {isFirst || isAdding ? (
        <NewCategory isFirst={isFirst} onAdded={choose} />
      ) : (
        <Button variant="ghost" size="small" className={styles.addCategory} onClick={() => setIsAdding(true)}>
          <Plus size={18} aria-hidden="true" />
          {copy.newCategory}
        </Button>
      )}
    </div>
  )
}
