import { trpc } from '@marashi/api-client/trpc'
import type { Product, ProductDetails } from '@marashi/domain/contracts/catalogue'
import { useRef } from 'react'
import { productsCopy } from '../../copy/products.ts'
import { isDialogOpen } from '../../lib/display/is-dialog-open.ts'
import { PageData } from '../../lib/display/page-data.tsx'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { useRecordDialog } from '../../lib/forms/use-record-dialog.ts'
import { FilterBar } from '../../lib/lists/filter-bar.tsx'
import { FilterSelect } from '../../lib/lists/filter-select.tsx'
import { ListPages } from '../../lib/lists/list-pages.tsx'
import { SearchBox } from '../../lib/lists/search-box.tsx'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { ProductActions } from './product-actions.tsx'
import { ProductFormDialog } from './product-form-dialog.tsx'
import { ProductList } from './product-list.tsx'
import { type ProductSearch, productsPerPage, useProductList } from './use-product-list.ts'

/** Product management: the list, and the dialog that adds or edits a product. */
export function ProductsPage({
  search,
  onSearch,
}: {
  search: ProductSearch
  onSearch: (change: Partial<ProductSearch>) => Promise<void>
}) {
  const list = useProductList(search)
  const utils = trpc.useUtils()

  const { onAdd, onEdit, dialog } = useRecordDialog<ProductDetails>(async ({ id }) => {
    await utils.catalogue.invalidate()
    return utils.catalogue.product.fetch({ id })
  })
  const notifyFailure = useNotifyFailure()
  const wanted = useRef<string>(undefined)

  /**
   * The list holds less of a product than its form, and the answer may be slow: only the product that was asked for last is
   * opened, and none over a form that was opened meanwhile.
   */
  async function openForm({ id }: Product) {
    wanted.current = id
    try {
      const product = await utils.catalogue.product.fetch({ id }, { staleTime: 0 })
      if (wanted.current === id && !isDialogOpen()) onEdit(product)
    } catch (error) {
      notifyFailure(error, productsCopy.failedOpen)
    }
  }

  return (
    <>
      <PageHeading title={productsCopy.title} subtitle={list.page && productsCopy.count(list.page.pagination.total)}>
        <ProductActions isShown={!list.isError} category={search.category} categories={list.categories} onAdd={onAdd} />
      </PageHeading>
      <PageData
        failure={
          list.isError && <AuthRequired explanation={productsCopy.loginHint} onRetry={() => void list.refetch()} />
        }
      >
        <FilterBar>
          <SearchBox
            label={productsCopy.search}
            placeholder={productsCopy.searchHint}
            term={search.search}
            onSearch={(term) => onSearch({ search: term, page: undefined })}
          />
          <FilterSelect
            label={productsCopy.category}
            allLabel={productsCopy.allCategories}
            value={search.category}
            options={list.categories.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(category) => onSearch({ category, page: undefined })}
          />
        </FilterBar>
        <ListPages
          list={{ total: list.page?.pagination.total, isFetching: list.isFetching }}
          page={search.page}
          pageSize={productsPerPage}
          range={productsCopy.range}
          position={productsCopy.position}
        >
          <ProductList list={list} search={search} onEdit={openForm} />
        </ListPages>
      </PageData>
      {dialog && (
        <ProductFormDialog
          key={dialog.record?.updatedAt}
          product={dialog.record}
          categories={list.categories}
          onClose={dialog.onClose}
          onReload={dialog.onReload}
        />
      )}
    </>
  )
}
