import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type ProductForm, productForm } from '@marashi/domain/contracts/admin-catalogue'
import type { Category, Product } from '@marashi/domain/contracts/catalogue'
import { Field, Input, Select, TextArea } from '@marashi/ui/field'
import { type SubmitEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { productsCopy } from '../../copy/products.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.ts'
import { fieldsOf, type ProductFields, typedShillings } from './product-fields.ts'
import styles from './product-form-dialog.module.css'
import { ProductPreview } from './product-preview.tsx'
import { UploadControl } from './upload-control.tsx'
import { useUpload } from './use-upload.ts'

const copy = productsCopy.form

/** Adds a product, or edits `product`. Saving waits for a picture that is on its way. */
export function ProductFormDialog({
  product,
  categories,
  onClose,
  onReload,
}: {
  product?: Product | undefined
  categories: readonly Category[]
  onClose: () => void
  onReload: () => void
}) {
  const form = useForm<ProductFields, unknown, ProductForm>({
    resolver: zodResolver(productForm),
    defaultValues: fieldsOf(product),
  })
  const { errors, isDirty } = form.formState
  const utils = trpc.useUtils()
  const { submit, isBusy, problem, isStale } = useSave({
    form,
    save: async (fields) => {
      const input = { ...fields, category: categories.find(({ id }) => id === fields.categoryId)?.name }
      const { create, update } = utils.client.admin.products
      await (product ? update.mutate({ ...input, id: product.id, updatedAt: product.updatedAt }) : create.mutate(input))
      await utils.catalogue.invalidate()
      return product ? productsCopy.updated : productsCopy.created
    },
    failed: product ? productsCopy.failedUpdate : productsCopy.failedCreate,
    onDone: onClose,
  })
  const upload = useUpload((url) => form.setValue('image', url, { shouldDirty: true, shouldValidate: true }))
  const [isWaiting, setIsWaiting] = useState(false)

  async function submitWhenUploaded(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isWaiting) return
    setIsWaiting(true)
    const hasArrived = await upload.settled()
    setIsWaiting(false)
    if (hasArrived) await form.handleSubmit(submit)()
  }

  return (
    <FormDialog
      title={product ? copy.editTitle : copy.addTitle}
      onClose={onClose}
      onSubmit={submitWhenUploaded}
      isDirty={isDirty || upload.state.step === 'uploading'}
      isBusy={isBusy || isWaiting}
      submitLabel={product ? copy.save : copy.add}
      busyLabel={isWaiting ? copy.waiting : copy.saving}
      problem={problem}
      onReload={isStale ? onReload : undefined}
    >
      <Field label={copy.name} error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={copy.description} error={errors.description?.message}>
        <TextArea rows={3} {...form.register('description')} />
      </Field>
      <div className={styles.pair}>
        <Field label={copy.price} hint={copy.priceHint} error={errors.price?.message}>
          <Input inputMode="decimal" autoComplete="off" {...form.register('price', { setValueAs: typedShillings })} />
        </Field>
        <Field
          label={copy.originalPrice}
          isOptional
          hint={copy.originalPriceHint}
          error={errors.originalPrice?.message}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            {...form.register('originalPrice', { setValueAs: typedShillings })}
          />
        </Field>
      </div>
      <Field label={copy.category} error={errors.categoryId?.message}>
        <Select {...form.register('categoryId')}>
          <option value="">{copy.chooseCategory}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <fieldset className={styles.picture}>
        <legend className={styles.legend}>{productsCopy.upload.label}</legend>
        <UploadControl
          state={upload.state}
          hasImage={Boolean(product)}
          onFile={upload.start}
          onCancel={upload.cancel}
        />
        <Field label={copy.image} hint={copy.imageHint} error={errors.image?.message}>
          <Input type="url" inputMode="url" autoComplete="off" {...form.register('image')} />
        </Field>
      </fieldset>
      <label className={styles.check}>
        <input type="checkbox" {...form.register('isNew')} />
        {copy.isNew}
      </label>
      <ProductPreview control={form.control} categories={categories} />
    </FormDialog>
  )
}
