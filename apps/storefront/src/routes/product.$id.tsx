import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { pictureSources } from '@marashi/domain/rules/picture'
import { idAsStored } from '@marashi/domain/rules/record-id'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { productCopy } from '../copy/product.ts'
import { ProductPage } from '../features/product/product-page.tsx'
import { ProductLoading, ProductNotFound } from '../features/product/product-status.tsx'
import { productStructuredData } from '../features/product/product-structured-data.ts'
import { ReviewTabs } from '../features/reviews/review-tabs.tsx'
import { afterPaint } from '../lib/after-paint.ts'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/product/$id')({
  params: { parse: ({ id }) => ({ id: idAsStored(id) }), stringify: ({ id }) => ({ id }) },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'write' } => (tab === 'write' ? { tab } : {}),
  loader: async ({ context: { utils }, params: { id } }) => {
    const found = productOrNotFound(utils.catalogue.product.ensureData({ id }))
    // The server has no way to go for its data, so it asks nothing more about what is no product.
    if (import.meta.env.SSR) await found
    // The reviews card reports reviews that cannot be loaded; the product can still be bought, also without the related ones.
    const [product] = await Promise.all([
      found,
      utils.reviews.forProduct.prefetch({ id }),
      utils.catalogue.relatedProducts.prefetch({ id }),
    ])
    return product
  },
  head: ({ match, loaderData: product }) => {
    const { shop } = match.context
    if (!product) return pageHead('shop', shop, { title: productCopy.notFound, path: match.pathname })
    return pageHead('product', shop, {
      title: product.name,
      description: product.description,
      keywords: `${product.name}, ${product.category}`,
      path: `/product/${product.id}`,
      ogType: 'product',
      ogImage: pictureSources(product.image)?.share ?? product.image,
      structuredData: shop ? productStructuredData(product, shop) : null,
    })
  },
  component: ProductRoute,
  pendingComponent: ProductLoading,
  notFoundComponent: ProductNotFound,
})

function ProductRoute() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  const { shop } = Route.useRouteContext()
  const [product] = trpc.catalogue.product.useSuspenseQuery({ id })
  const navigate = Route.useNavigate()
  return (
    <ProductPage product={product} shop={shop}>
      <ReviewTabs
        product={product}
        isWriting={tab === 'write'}
        // The whole page is rendered anew, so a slow phone shows the press itself first.
        onSwitch={(isWriting) =>
          afterPaint(() => {
            void navigate({ search: isWriting ? { tab: 'write' } : {}, replace: true, resetScroll: false })
          })
        }
      />
    </ProductPage>
  )
}

/** A malformed id names no product either. */
async function productOrNotFound<Product>(asked: Promise<Product>): Promise<Product> {
  try {
    return await asked
  } catch (error) {
    if ([400, 404].includes(failureOf(error).status)) throw notFound()
    throw error
  }
}
