import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundCopy } from '../copy/not-found.ts'
import { NotFound } from '../features/not-found/not-found.tsx'
import { pageHead } from '../lib/head.ts'

/** Every other address: a page with status 404 and its own title. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: ({ match }) =>
    pageHead('shop', match.context.shop, {
      title: notFoundCopy.title,
      description: notFoundCopy.explanation,
      path: match.pathname,
    }),
  notFoundComponent: NotFound,
})
