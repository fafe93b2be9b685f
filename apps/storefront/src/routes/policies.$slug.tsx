import { policySlugs } from '@marashi/domain/rules/policy-slugs'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { siteCopy } from '../copy/site.ts'
import { NotFound } from '../features/not-found/not-found.tsx'
import { PolicyPage } from '../features/policies/policy-page.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/policies/$slug')({
  params: {
    parse: ({ slug }) => {
      const known = policySlugs.find((each) => each === slug)
      if (!known) throw notFound()
      return { slug: known }
    },
    stringify: ({ slug }) => ({ slug }),
  },
  loader: ({ context, params: { slug } }) => context.utils.catalogue.policy.ensureData({ slug }),
  head: ({ match: { context, params } }) =>
    pageHead('policy', context.shop, { title: siteCopy.policies[params.slug], path: `/policies/${params.slug}` }),
  component: Policy,
  notFoundComponent: NotFound,
})

function Policy() {
  const { slug } = Route.useParams()
  return <PolicyPage key={slug} slug={slug} />
}
