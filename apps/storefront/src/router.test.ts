import { createShopClient } from '@marashi/api-client/trpc'
import { deceptiveTexts, textParameters } from '@marashi/ui/testing/text-parameters'
import { describe, expect, it } from 'vitest'
import { createShopRouter } from './router.tsx'

const router = createShopRouter({
  shop: createShopClient([]),
  document: { css: () => '', fonts: [], bootScript: () => '' },
})
const { parseSearch, stringifySearch } = router.options
const parameters = textParameters(router.routesById)

it('searches the home page and the shop by text', () => {
  const searched = parameters.filter(([, name]) => name === 'search').map(([route]) => route)
  expect(searched.sort()).toEqual(['/', '/shop'])
})

describe.each(parameters)('%s keeps what was typed as `%s`', (route, name) => {
  it.each(deceptiveTexts)('%s', (text) => {
    const { fullPath } = router.routesById[route as keyof typeof router.routesById]
    // As a form without scripts writes it.
    const address = `?${new URLSearchParams({ [name]: text })}`
    expect(stringifySearch({ [name]: text })).toBe(address)
    expect(router.matchRoutes(fullPath, parseSearch(address)).at(-1)?.search).toMatchObject({ [name]: text })
  })
})
