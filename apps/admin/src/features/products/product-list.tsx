import { trpc } from '@marashi/api-client/trpc'
import type { Product } from '@marashi/domain/contracts/catalogue'
import { productsCopy } from '../../copy/products.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { DeleteQuestion } from '../../lib/lists/delete-question.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { awaitsRows } from '../../lib/lists/last-page.ts'
import { RecordActions } from '../../lib/lists/record-actions.tsx'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { useDeletion } from '../../lib/lists/use-deletion.ts'
import { useHeldRows } from '../../lib/lists/use-held-rows.ts'
import { StockControl } from '../../lib/stock/stock-control.tsx'
import { InlinePrice } from './inline-price.tsx'
import { ProductCard } from './product-card.tsx'
import type { ProductSearch, useProductList } from './use-product-list.ts'

/** The cards of one page of products, and the question before one is deleted. */
export function ProductList({
  list,
  search,
  onEdit,
}: {
  list: ReturnType<typeof useProductList>
  search: ProductSearch
  onEdit: (product: Product) => void
}) {
  const utils = trpc.useUtils()
  const { page, isPlaceholderData } = list
  const { rows, hold, release } = useHeldRows(page?.data ?? [], JSON.stringify(search))
  const deletion = useDeletion<Product>({
    refresh: () => utils.catalogue.invalidate(),
    deleted: productsCopy.deleted,
    failed: productsCopy.failedDelete,
  })
  const { leaving, ask } = deletion
  const { onSuccess, ...outcome } = deletion.outcome
  const remove = trpc.admin.products.remove.useMutation({
    ...outcome,
    onSuccess: (_answer, removed) => {
      release(removed)
      return onSuccess()
    },
  })

  if (!page || awaitsRows({ rows, total: page.pagination.total, isPlaceholderData })) {
    return <CardSkeletons count={6} isGrid />
  }
  if (rows.length === 0) {
    const isNarrowed = Boolean(search.search || search.category)
    return <EmptyState title={productsCopy.none} hint={isNarrowed ? productsCopy.noneHint : productsCopy.noneYet} />
  }
  return (
    <>
      <RecordList isGrid label={productsCopy.list} isDimmed={isPlaceholderData}>
        {rows.map((product, place) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              editPrice={(show) => (
                <InlinePrice
                  product={product}
                  show={show}
                  onOpen={() => hold(product, place)}
                  onDone={() => release(product)}
                />
              )}
              stock={<StockControl productId={product.id} name={product.name} />}
            >
              <RecordActions
                editLabel={productsCopy.editOf(product.name)}
                deleteLabel={productsCopy.deleteOf(product.name)}
                onEdit={() => onEdit(product)}
                onDelete={() => ask(product)}
              />
            </ProductCard>
          </li>
        ))}
      </RecordList>
      <DeleteQuestion
        deletion={deletion}
        remove={remove}
        title={leaving && productsCopy.deleteTitle(leaving.name)}
        description={productsCopy.deleteText}
      />
    </>
  )
}
