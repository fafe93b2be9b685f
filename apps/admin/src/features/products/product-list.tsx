import { trpc } from '@marashi/api-client/trpc'
import type { Product } from '@marashi/domain/contracts/catalogue'
import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { productsCopy } from '../../copy/products.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { awaitsRows } from '../../lib/lists/last-page.ts'
import { RecordActions } from '../../lib/lists/record-actions.tsx'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { ProductCard } from './product-card.tsx'
import type { useProductList } from './use-product-list.ts'

/** The cards of one page of products, and the question before one is deleted. */
export function ProductList({
  list,
  isNarrowed,
  onEdit,
}: {
  list: ReturnType<typeof useProductList>
  isNarrowed: boolean
  onEdit: (product: Product) => void
}) {
  const [leaving, setLeaving] = useState<Product>()
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const remove = trpc.admin.products.remove.useMutation({
    onSuccess: async () => {
      await utils.catalogue.invalidate()
      notifySuccess(productsCopy.deleted)
    },
    onError: (error) => notifyFailure(error, productsCopy.failedDelete),
    onSettled: () => setLeaving(undefined),
  })

  const { page, isPlaceholderData } = list
  if (!page || awaitsRows({ rows: page.data, total: page.pagination.total, isPlaceholderData })) {
    return <CardSkeletons count={6} isGrid />
  }
  if (page.data.length === 0) {
    return <EmptyState title={productsCopy.none} hint={isNarrowed ? productsCopy.noneHint : productsCopy.noneYet} />
  }
  return (
    <>
      <RecordList isGrid label={productsCopy.list} isDimmed={isPlaceholderData}>
        {page.data.map((product) => (
          <li key={product.id}>
            <ProductCard product={product}>
              <RecordActions
                editLabel={productsCopy.editOf(product.name)}
                deleteLabel={productsCopy.deleteOf(product.name)}
                onEdit={() => onEdit(product)}
                onDelete={() => setLeaving(product)}
              />
            </ProductCard>
          </li>
        ))}
      </RecordList>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
        isBusy={remove.isPending}
        title={leaving && productsCopy.deleteTitle(leaving.name)}
        description={productsCopy.deleteText}
        confirmLabel={remove.isPending ? commonCopy.deleting : commonCopy.delete}
      />
    </>
  )
}
