import { randomBytes } from 'node:crypto'
import { collectionSchema } from '@usebruno/schema'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { beforeAll, expect, it } from 'vitest'
import { buildTestApp } from '../../../../testing/build-test-app.ts'
import { documentedOperations } from '../../../../testing/documented-operations.ts'

interface Item {
  type: string
  name: string
  items?: Item[]
  request?: { url: string; method: string; auth: { mode: string }; body: { mode: string } }
}
interface Collection {
  name: string
  items: Item[]
}

let document: OpenAPIObject
let collection: Collection
beforeAll(async () => {
  await using shop = await buildTestApp()
  document = (await shop.app.inject('/api/openapi.json')).json()
  const answer = await shop.app.inject('/api/docs/bruno.json')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="marashi.bruno.json"')
  collection = answer.json()
})

/** What Bruno does when it imports a collection: it gives everything an id, and its requests their longer type. */
function imported(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => imported(each, name))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, imported(each, key)])
  const named = Object.fromEntries(entries)
  const hasId = /^(|items|params|headers|variables|environments|multipartForm)$/.test(name)
  return {
    ...named,
    ...(hasId && { uid: randomBytes(16).toString('hex').slice(0, 21) }),
    ...(named.type === 'http' && { type: 'http-request' }),
  }
}

it('is a collection that Bruno takes', async () => {
  await collectionSchema.validate(imported(collection))
})

it('holds every operation that programs call, with what it needs', () => {
  const requests = collection.items.flatMap(({ items = [] }) => items)
  const operations = documentedOperations(document).filter(({ tags }) => !tags?.includes('Gateways'))
  expect(requests.map(({ name }) => name).sort()).toEqual(operations.map(({ name }) => name).sort())
  const named = (name: string) => requests.find((each) => each.name === name)?.request
  expect(named('PATCH /admin/orders/{id}/status')).toMatchObject({
    url: '{{url}}/api/admin/orders/:id/status',
    method: 'PATCH',
    auth: { mode: 'bearer', bearer: { token: '{{key}}' } },
    body: { mode: 'json' },
  })
  expect(named('GET /products')).toMatchObject({ auth: { mode: 'none' }, body: { mode: 'none' } })
  expect(named('POST /admin/uploads/image')).toMatchObject({ body: { mode: 'multipartForm' } })
  expect(named('GET /admin/api-keys')).toMatchObject({ auth: { mode: 'none' } })
})
