import { trpc } from '@marashi/api-client/trpc'
import type { Category } from '@marashi/domain/contracts/catalogue'
import { Button } from '@marashi/ui/button'
import { categoriesCopy } from '../../copy/categories.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { DeleteQuestion } from '../../lib/lists/delete-question.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { useDeletion } from '../../lib/lists/use-deletion.ts'
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
  const utils = trpc.useUtils()
  const deletion = useDeletion<Category>({
    refresh: () => Promise.all([utils.catalogue.invalidate(), utils.admin.categories.use.invalidate()]),
    deleted: categoriesCopy.deletedToast,
    failed: categoriesCopy.failedDelete,
  })
  const { leaving, ask } = deletion
  const remove = trpc.admin.categories.remove.useMutation(deletion.outcome)

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
              onDelete={() => ask(category)}
            />
          </li>
        ))}
      </RecordList>
      <DeleteQuestion
        deletion={deletion}
        remove={remove}
        title={categoriesCopy.deleteTitle}
        description={leaving && categoriesCopy.deleteText(leaving.name, list.productCountOf(leaving.id))}
      />
    </>
  )
}
