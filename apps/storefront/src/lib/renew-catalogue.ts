import { browserLink } from '@marashi/api-client/browser-link'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createTRPCUntypedClient } from '@trpc/client'

/** What a kept copy of a page can show; the keys of @trpc/react-query begin with the path of the procedure. */
const shownParts = [[['catalogue']], [['reviews', 'forProduct']]]

/**
 * Asks the shop anew for what the page shows of the catalogue, and leaves what is shown where no answer comes. Nothing that is
 * kept may stand in, which may be older than the page: that is what the header asks of the service worker.
 */
export async function renewCatalogue(queryClient: QueryClient): Promise<void> {
  const client = createTRPCUntypedClient({ links: [browserLink('/trpc', { 'Cache-Control': 'no-cache' })] })
  const renew = async (queryKey: QueryKey) => {
    const [path, asked] = queryKey as [string[], { input?: unknown }?]
    queryClient.setQueryData(queryKey, await client.query(path.join('.'), asked?.input))
  }
  const shown = shownParts.flatMap((queryKey) => {
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    return queryClient.getQueryCache().findAll({ queryKey, type: 'active' })
  })
  await Promise.allSettled(shown.map(({ queryKey }) => renew(queryKey)))
}
