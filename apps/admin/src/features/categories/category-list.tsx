import { trpc } from '@marashi/api-client/trpc'
import type { Category } from '@marashi/domain/contracts/catalogue'
import { Button } from '@marashi/ui/button'
import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { useState } from 'react'
import { categoriesCopy } from '../../copy/categories.ts'
import { commonCopy } from '../../copy/common.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { CategoryCard } from './category-card.tsx'
import type { useCategoryList } from './use-category-list.ts'

/** The cards, and the question before one is deleted. A refusal closes the question too (docs/behaviour.md#deleting-products). */
export function CategoryList({
  list,
  onAdd,
  onEdit,
}: {
  list: ReturnType<typeof useCategoryList>
  onAdd: () => void
  onEdit: (category: Category) => void
}) {
  const [leaving, setLeaving] = useState<Category>()
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const remove = trpc.admin.categories.remove.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.catalogue.invalidate(), utils.admin.categories.use.invalidate()])
      notifySuccess(categoriesCopy.deletedToast)
    },
    onError: (error) => notifyFailure(error, categoriesCopy.failedDelete),
    onSettled: () => setLeaving(undefined),
  })

  if (!list.categories) return <CardSkeletons count={4} isGrid />
  if (list.categories.length === 0) {
    return (
      <EmptyState title={categoriesCopy.none} hint={categoriesCopy.noneHint}>
        <Button onClick={onAdd}>{categoriesCopy.addFirst}</Button>
      </EmptyState>
    )
  }
  return (
    <>
      <RecordList isGrid label={categoriesCopy.list} isDimmed={false}>
        {list.categories.map((category) => (
          <li key={category.id}>
            <CategoryCard
              category={category}
              productCount={list.productCountOf(category.id)}
              onEdit={() => onEdit(category)}
              onDelete={() => setLeaving(category)}
            />
          </li>
        ))}
      </RecordList>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
        isBusy={remove.isPending}
        title={categoriesCopy.deleteTitle}
        description={leaving && categoriesCopy.deleteText(leaving.name, list.productCountOf(leaving.id))}
        confirmLabel={remove.isPending ? commonCopy.deleting : commonCopy.delete}
      />
    </>
  )
}
