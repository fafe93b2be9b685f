import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { categoryForm } from '@marashi/domain/contracts/admin-catalogue'
import type { Category } from '@marashi/domain/contracts/catalogue'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react'
import { categoriesCopy } from '../../copy/categories.ts'
import { productsCopy } from '../../copy/products.ts'
import { problemOf } from '../../lib/forms/problem-of.ts'
import { sendOnce } from '../../lib/forms/send-once.ts'
import { UnsavedFields } from '../../lib/forms/unsaved-fields.ts'
import styles from './product-inputs.module.css'

const copy = productsCopy.form

/** Adds a category without leaving the product that needs it. */
export function NewCategory({ isFirst, onAdded }: { isFirst: boolean; onAdded: (category: Category) => void }) {
  const utils = trpc.useUtils()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<{ message: string | undefined }>()
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const unsaved = useContext(UnsavedFields)
  const isTyped = name.trim() !== ''

  // Saved without it, the product would be in another category.
  useEffect(() => {
    const input = field.current
    if (!input || !isTyped) return
    unsaved?.set(input, () => {
      setProblem({ message: copy.addCategoryFirst })
      return false
    })
    return () => void unsaved?.delete(input)
  }, [isTyped, unsaved])

  // A screen reader reads the message with the field.
  useEffect(() => {
    if (problem) field.current?.focus()
  }, [problem])

  async function add() {
    const typed = categoryForm.safeParse({ name })
    if (!typed.success) return setProblem({ message: typed.error.issues[0]?.message })
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { create } = utils.client.admin.categories
      const added = await sendOnce('category', (options) => create.mutate({ name: typed.data.name }, options))
      await Promise.all([utils.catalogue.categories.invalidate(), utils.admin.categories.use.invalidate()])
      onAdded(added)
    } catch (error) {
      const message = failureOf(error).fields.name ?? problemOf(error)
      setProblem(message === undefined ? undefined : { message })
    }
    setIsBusy(false)
  }

  // Enter in a field of a form would save the product.
  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isBusy) void add()
  }

  return (
    <div className={styles.newCategory}>
      <Field label={copy.newCategory} hint={isFirst ? copy.firstCategory : undefined} error={problem?.message}>
        <Input
          ref={field}
          autoComplete="off"
          placeholder={categoriesCopy.form.namePlaceholder}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={addOnEnter}
        />
      </Field>
      <Button variant="outline" isBusy={isBusy} onClick={() => void add()}>
        {copy.addCategory}
      </Button>
    </div>
  )
}
