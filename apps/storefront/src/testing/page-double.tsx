import { parseSearch, stringifySearch } from '@marashi/domain/rules/page-address'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A page at an address, for components that read it or link elsewhere; `addressOf` returns the current address. */
export function pageDouble(address: string, content: ReactNode) {
  const root = createRootRoute()
  const [path = '/'] = address.split('?')
  const page = createRoute({ getParentRoute: () => root, path, component: () => content })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  return { page: <RouterProvider router={router as never} />, addressOf: () => router.history.location.href }
}
