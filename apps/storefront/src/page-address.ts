import { createShopClient } from '@marashi/api-client/trpc'
import { createMemoryHistory } from '@tanstack/react-router'
import { createShopRouter } from './router.tsx'

/** Knows the routes and their parameters; it never loads a page. */
const router = createShopRouter({
  shop: createShopClient([]),
  document: { css: () => '', fonts: [], bootScript: () => '' },
})
router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/'] }) })

/**
 * The part of an address that its page depends on: the path, and the parameters that its route knows, as the route
 * parses them. Two addresses with the same result show the same page; `fbclid`, `utm_source` and other parameters are
 * removed.
 */
export function pageAddress(url: string): string {
  const queryAt = url.indexOf('?')
  if (queryAt < 0) return url
  const pathname = url.slice(0, queryAt)
  const from = router.parseLocation({
    href: url,
    pathname,
    search: url.slice(queryAt),
    hash: '',
    state: { __TSR_index: 0 },
  })
  const { searchStr } = router.buildLocation({
    _fromLocation: from,
    _includeValidateSearch: true,
    leaveParams: true,
    to: from.pathname,
    search: true,
  })
  return pathname + searchStr
}

/** Where in the shop an address leads. */
export interface PagePlace {
  /** The path as the shop's own links write it: the router also takes capital letters, in an id too, and a `/` at the end. */
  path: string
  /** The address is a secret, and the page is its reader's alone. */
  isPersonal: boolean
}

/** The place of an address, as the router that renders it finds it. */
export function placeOf(url: string): PagePlace {
  const [pathname = '/'] = url.split('?', 1)
  const [, params, route] = router.getMatchedRoutes(pathname)
  const isPersonal = route?.id === ('/order/$secret' satisfies keyof typeof router.routesById)
  if (!route || route.fullPath === '/$') return { path: pathname, isPersonal }
  const written = pathname.split('/').filter(Boolean)
  const read = readParams(route.options.params?.parse, params)
  const parts = (route.fullPath as string)
    .split('/')
    .filter(Boolean)
    .map((part, at) => {
      if (!part.startsWith('$')) return part
      const name = part.slice(1)
      return read[name] === params[name] ? written[at] : encodeURIComponent(String(read[name]))
    })
  return { path: `/${parts.join('/')}`, isPersonal }
}

type Params = Record<string, string>

/** The parameters as their route reads them; as they are where it takes none of them. */
function readParams(parse: ((params: Params) => unknown) | undefined, params: Params): Record<string, unknown> {
  try {
    return { ...params, ...(parse?.(params) as object | undefined) }
  } catch {
    return params
  }
}
