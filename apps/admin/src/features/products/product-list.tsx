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
import { StockControl } from '../../lib/stock/stock-control.tsx'
import { InlinePrice } from './inline-price.tsx'
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
  const utils = trpc.useUtils()
  const deletion = useDeletion<Product>({
    refresh: () => utils.catalogue.invalidate(),
    deleted: productsCopy.deleted,
    failed: productsCopy.failedDelete,
  })
  const { leaving, ask } = deletion
  const remove = trpc.admin.products.remove.useMutation(deletion.outcome)

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
            <ProductCard
              product={product}
              editPrice={(show) => <InlinePrice product={product} show={show} />}
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
