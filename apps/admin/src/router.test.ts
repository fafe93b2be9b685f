import { deceptiveTexts, textParameters } from '@marashi/ui/testing/text-parameters'
import { observable } from '@trpc/server/observable'
import { describe, expect, it } from 'vitest'
import './testing/browser-gaps.ts'
import { createAdminRouter } from './router.tsx'

const router = createAdminRouter(() => () => observable(() => undefined))
const { parseSearch, stringifySearch } = router.options
const parameters = textParameters(router.routesById)

it('searches orders, products, payments and reviews by text', () => {
  const searched = parameters.filter(([, name]) => name === 'search').map(([route]) => route)
  expect(searched.sort()).toEqual([
    '/_admin/customers',
    '/_admin/orders',
    '/_admin/payments',
    '/_admin/products',
    '/_admin/reviews',
  ])
})

describe.each(parameters)('%s keeps what was typed as `%s`', (route, name) => {
  it.each(deceptiveTexts)('%s', (text) => {
    const { fullPath } = router.routesById[route as keyof typeof router.routesById]
    // The form that a browser without scripts writes.
    const address = `?${new URLSearchParams({ [name]: text })}`
    expect(stringifySearch({ [name]: text })).toBe(address)
    expect(router.matchRoutes(`/admin${fullPath}`, parseSearch(address)).at(-1)?.search).toMatchObject({ [name]: text })
  })
})
