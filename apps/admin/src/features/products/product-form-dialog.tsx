import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import type { Category, ProductDetails, ProductForm } from '@marashi/domain/contracts/catalogue'
import { type SubmitEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { productsCopy } from '../../copy/products.ts'
import { stockCopy } from '../../copy/stock.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { sendOnce } from '../../lib/forms/send-once.ts'
import { useEdit } from '../../lib/forms/use-edit.ts'
import { useSave } from '../../lib/forms/use-save.ts'
import { StockControl } from '../../lib/stock/stock-control.tsx'
import { usePictures } from './pictures/use-pictures.ts'
import { fieldsOf, type ProductFields, productFields } from './product-fields.ts'
import { ProductInputs } from './product-inputs.tsx'
import { ProductPreview } from './product-preview.tsx'

const copy = productsCopy.form
const noPictures = { image: '', imageAlt: null, morePictures: [] }

/** Adds a product, or edits `product`. Saving waits for uploads that have not finished, and for none that has failed. */
export function ProductFormDialog({
  product,
  categories,
  onClose,
  onReload,
}: {
  product?: ProductDetails | undefined
  categories: readonly Category[]
  onClose: () => void
  onReload: () => void
}) {
  const form = useForm<ProductFields, unknown, ProductForm>({
    resolver: zodResolver(productFields),
    defaultValues: fieldsOf(product),
  })
  const { isDirty } = form.formState
  const utils = trpc.useUtils()
  const { create, update } = utils.client.admin.products
  const saveEdit = useEdit(update.mutate)
  const { submit, isBusy, problem, isStale } = useSave({
    form,
    save: async (fields) => {
      const input = { ...fields, category: categories.find(({ id }) => id === fields.categoryId)?.name }
      const { id, name } = await (product
        ? saveEdit({ ...input, id: product.id, updatedAt: product.updatedAt })
        : sendOnce('product', (options) => create.mutate(input, options)))
      await utils.catalogue.invalidate()
      // The list is in the order of names, where a new product is easily out of sight.
      const onAction = () => void window.open(`/product/${id}`, '_blank', 'noopener')
      const view = { label: copy.view, altText: copy.viewOf(name), onAction }
      return [product ? productsCopy.updated : productsCopy.created, view]
    },
    failed: product ? productsCopy.failedUpdate : productsCopy.failedCreate,
    onDone: onClose,
  })
  const pictures = usePictures(product ?? noPictures, ({ image, imageAlt, morePictures }) => {
    form.setValue('image', image, { shouldDirty: true, shouldValidate: image !== '' })
    form.setValue('imageAlt', imageAlt, { shouldDirty: true })
    form.setValue('morePictures', morePictures, { shouldDirty: true })
  })
  const [isWaiting, setIsWaiting] = useState(false)

  async function submitWhenUploaded(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isWaiting) return
    setIsWaiting(true)
    const haveArrived = await pictures.settled()
    setIsWaiting(false)
    if (haveArrived) await form.handleSubmit(submit)()
  }

  return (
    <FormDialog
      title={product ? copy.editTitle : copy.addTitle}
      onClose={onClose}
      onSubmit={submitWhenUploaded}
      isDirty={isDirty || pictures.items.some(({ upload }) => upload.step !== 'done')}
      isBusy={isBusy}
      isWaiting={isWaiting}
      submitLabel={product ? copy.save : copy.add}
      busyLabel={isWaiting ? copy.waiting : copy.saving}
      problem={problem}
      onReload={isStale ? onReload : undefined}
    >
      <ProductInputs form={form} categories={categories} pictures={pictures} />
      {product && (
        <div>
          <StockControl productId={product.id} name={product.name} hasThreshold />
          <small>{stockCopy.atOnce}</small>
        </div>
      )}
      <ProductPreview control={form.control} categories={categories} />
    </FormDialog>
  )
}
