import { trpc } from '@marashi/api-client/trpc'
import type { Category } from '@marashi/domain/contracts/catalogue'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Plus } from 'lucide-react'
import { categoriesCopy } from '../../copy/categories.ts'
import { PageData } from '../../lib/display/page-data.tsx'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { useRecordDialog } from '../../lib/forms/use-record-dialog.ts'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { CategoryFormDialog } from './category-form-dialog.tsx'
import { CategoryList } from './category-list.tsx'
import { useCategoryList } from './use-category-list.ts'

/** Category management: the list, and the dialog that adds or edits a category. */
export function CategoriesPage() {
  const list = useCategoryList()
  const utils = trpc.useUtils()

  const { onAdd, onEdit, dialog } = useRecordDialog<Category>(async ({ id }) => {
    await utils.catalogue.categories.invalidate()
    return (await utils.catalogue.categories.fetch()).find((category) => category.id === id)
  })

  return (
    <>
      <Link to="/dashboard" className={buttonClass({ variant: 'ghost', size: 'small' })}>
        <ArrowLeft size={18} aria-hidden="true" />
        {categoriesCopy.back}
      </Link>
      <PageHeading
        title={categoriesCopy.title}
        subtitle={list.categories && categoriesCopy.count(list.categories.length)}
      >
        {!list.isError && (
          <Button onClick={onAdd}>
            <Plus size={18} aria-hidden="true" />
            {categoriesCopy.add}
          </Button>
        )}
      </PageHeading>
      <PageData
        failure={
          list.isError && <AuthRequired explanation={categoriesCopy.loginHint} onRetry={() => void list.refetch()} />
        }
      >
        <CategoryList list={list} onAdd={onAdd} onEdit={onEdit} />
      </PageData>
      {dialog && (
        <CategoryFormDialog
          key={dialog.record?.updatedAt}
          category={dialog.record}
          onClose={dialog.onClose}
          onReload={dialog.onReload}
        />
      )}
    </>
  )
}
