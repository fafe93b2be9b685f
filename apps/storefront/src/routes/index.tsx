import { parseCatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { createFileRoute } from '@tanstack/react-router'
import { homeCopy } from '../copy/home.ts'
import { homeQuery } from '../features/catalogue/catalogue-query.ts'
import { prefetchCatalogue } from '../features/catalogue/prefetch-catalogue.ts'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { Arches } from '../features/home/arches.tsx'
import { Hero } from '../features/home/hero.tsx'
import { heroQuery } from '../features/home/hero-query.ts'
import { SellingPoints } from '../features/home/selling-points.tsx'
import { ReceivedCard } from '../features/order/received-card.tsx'
import { pageHead } from '../lib/head.ts'
import { storeData } from '../lib/structured-data.ts'

export const Route = createFileRoute('/')({
  validateSearch: parseCatalogueSearch,
  // The router merges the raw parameters of the address, also invalid ones, into the result of `validateSearch`.
  loaderDeps: ({ search }) => parseCatalogueSearch(search),
  loader: async ({ context: { utils }, deps }) => {
    // Without its arches the page is still whole.
    const arches = utils.catalogue.arches.prefetch()
    await prefetchCatalogue(utils, [homeQuery(deps), heroQuery])
    if (import.meta.env.SSR) await arches
  },
  head: ({ match: { context } }) => pageHead('home', context.shop, { structuredData: storeData(context.shop) }),
  component: Home,
})

function Home() {
  const { shop } = Route.useRouteContext()
  return (
    <>
      <ReceivedCard />
      <Hero words={shop.home} />
      <SellingPoints shop={shop} />
      <Arches />
      <ProductGrid heading={<h2>{homeCopy.featured}</h2>} query={homeQuery} />
    </>
  )
}
