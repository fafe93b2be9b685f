import { trpc } from '@marashi/api-client/trpc'
import type { Category } from '@marashi/domain/contracts/catalogue'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { categoriesCopy } from '../../copy/categories.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { useLoadNewest } from '../../lib/lists/use-load-newest.ts'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { CategoryFormDialog } from './category-form-dialog.tsx'
import { CategoryList } from './category-list.tsx'
import { useCategoryList } from './use-category-list.ts'

/** Category management: the list, and the dialog that adds or edits a category. */
export function CategoriesPage() {
  const list = useCategoryList()
  const utils = trpc.useUtils()
  const [open, setOpen] = useState<{ category?: Category }>()

  const loadNewest = useLoadNewest({
    load: async (id: string) => {
      await utils.catalogue.categories.invalidate()
      return (await utils.catalogue.categories.fetch()).find((category) => category.id === id)
    },
    show: (category) => setOpen({ category }),
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
          <Button onClick={() => setOpen({})}>
            <Plus size={18} aria-hidden="true" />
            {categoriesCopy.add}
          </Button>
        )}
      </PageHeading>
      {list.isError ? (
        <AuthRequired explanation={categoriesCopy.loginHint} onRetry={() => void list.refetch()} />
      ) : (
        <CategoryList list={list} onAdd={() => setOpen({})} onEdit={(category) => setOpen({ category })} />
      )}
      {open && (
        <CategoryFormDialog
          key={open.category?.updatedAt}
          category={open.category}
          onClose={() => setOpen(undefined)}
          onReload={() => open.category && void loadNewest(open.category.id)}
        />
      )}
    </>
  )
}
