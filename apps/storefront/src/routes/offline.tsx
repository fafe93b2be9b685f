import { createFileRoute } from '@tanstack/react-router'
import { OfflinePage } from '../features/offline/offline-page.tsx'
import { pageHead } from '../lib/head.ts'

/** A path of the shop. Browsers read `\` as `/`, and pass over tabs and line breaks: each could lead to another host. */
const ownPath = /^\/(?![/\\])[^\t\r\n]*$/

export const Route = createFileRoute('/offline')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' && ownPath.test(from) ? { from } : {},
  head: ({ match }) => pageHead('offline', match.context.shop),
  component: OfflineRoute,
})

function OfflineRoute() {
  const { from = '/' } = Route.useSearch()
  return <OfflinePage from={from} />
}
