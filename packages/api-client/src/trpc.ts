import type { AppRouter } from '@marashi/api/router'
import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query'
import { createShopQueryClient } from './query-client.ts'

/** Hooks for every procedure of the shop: `trpc.catalogue.products.useQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>()

/** The client of the shop's API: one per browser tab, one per page rendered on the server. */
export function createShopClient(links: TRPCLink<AppRouter>[]) {
  const queryClient = createShopQueryClient()
  const client = createTRPCClient<AppRouter>({ links })
  return { client, queryClient, utils: createTRPCQueryUtils<AppRouter>({ queryClient, client }) }
}
export type ShopClient = ReturnType<typeof createShopClient>
export type ShopUtils = ShopClient['utils']
