import type { AppRouter } from '@marashi/api/router'
import { createShopClient } from '@marashi/api-client/trpc'
import { deceptiveTexts, textParameters } from '@marashi/ui/testing/text-parameters'
import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createShopRouter } from './router.tsx'

afterEach(() => {
  vi.useRealTimers()
})

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

describe('after the connection is back the offline page leads', () => {
  const fromOf = (from: string) =>
    router.matchRoutes('/offline', parseSearch(`?${new URLSearchParams({ from })}`)).at(-1)?.search

  it.each(['/shop?page=2', '/product/3b1f0a52', '/search/\\'])('to %s', (from) => {
    expect(fromOf(from)).toMatchObject({ from })
  })

  it.each([
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/\n\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
  ])('never to another host: %j', (from) => {
    const { options } = router.routesById['/offline']
    const validate = options.validateSearch as (search: object) => object
    expect(validate({ from })).toEqual({})
  })
})

it('has the shop’s places and words on the next page when the owner changed them a minute ago', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let name = 'Marashi'
  const link: TRPCLink<AppRouter> = () => () =>
    observable((observer) => {
      observer.next({ result: { data: { name } } })
      observer.complete()
    })
  const { utils } = createShopClient([link])
  const beforeLoad = router.routeTree.options.beforeLoad as (given: object) => Promise<{ shop: { name: string } }>
  const openPage = async () => {
    const { shop } = await beforeLoad({ context: { utils } })
    await new Promise((resolve) => setTimeout(resolve))
    return shop.name
  }
  await openPage()
  name = 'Nuru'
  expect([await openPage(), await openPage()]).toEqual(['Marashi', 'Marashi'])
  vi.setSystemTime(Date.now() + 61_000)
  expect([await openPage(), await openPage()]).toEqual(['Marashi', 'Nuru'])
})
