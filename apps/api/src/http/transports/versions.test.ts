import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Category } from '../../modules/catalogue/category.entity.ts'
import type { Product } from '../../modules/catalogue/product.entity.ts'
import type { Order } from '../../modules/orders/order.entity.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makeProduct } from '../../testing/factories.ts'

/** That each guarded write refuses another version is derived from the document in errors-of-one-operation.test.ts. */
let shop: TestApp
let category: Category
let product: Product
let order: Order
let cookie: string
beforeAll(async () => {
  shop = await buildTestApp()
  cookie = (await logIn(shop.deps.orm)).cookie
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  category = await makeCategory(shop.deps.orm, `Category ${Math.random()}`)
  product = await makeProduct(shop.deps.orm, category)
  order = await makeOrder(shop.deps.orm)
})

const ask = (method: InjectOptions['method'], path: string, { headers = {}, ...more }: InjectOptions = {}) =>
  shop.app.inject({ method, url: `/api${path}`, headers: { cookie, ...headers }, ...more })
const tagOf = async (path: string) => String((await ask('GET', path)).headers.etag)
const patch = (tag: string, payload: object) =>
  ask('PATCH', `/products/${product.id}`, { headers: { 'if-match': tag }, payload })

describe('the ETag of one record', () => {
  it('is its updatedAt and a hash of the answer, weak where the answer is shared', async () => {
    const page = await ask('GET', `/products/${product.id}`)
    const { updatedAt } = page.json()
    expect(page.headers.etag).toMatch(new RegExp(`^W/"${updatedAt}/[\\w-]{27}"$`))
    for (const path of [`/admin/orders/${order.id}`, `/orders/${order.id}`]) {
      const read = await ask('GET', path)
      const { order: inside, updatedAt: own = inside.updatedAt } = read.json()
      expect(read.headers.etag).toMatch(new RegExp(`^"${own}/[\\w-]{27}"$`))
    }
    expect(await tagOf('/categories')).toMatch(/^W\/"[\w-]{27}"$/)
  })

  it('answers 304 as long as the whole answer is the same', async () => {
    const known = async (path: string, tag: string) =>
      (await ask('GET', path, { headers: { 'if-none-match': tag } })).statusCode
    for (const path of [`/products/${product.id}`, `/admin/orders/${order.id}`, `/orders/${order.id}`]) {
      const tag = await tagOf(path)
      expect([path, await known(path, tag)]).toEqual([path, 304])
      expect([path, await known(path, '"another"')]).toEqual([path, 200])
    }
    // The order is not saved by it, and its answer is another.
    const before = await tagOf(`/admin/orders/${order.id}`)
    await ask('POST', `/admin/orders/${order.id}/notes`, { payload: { text: 'Call first' } })
    expect(await known(`/admin/orders/${order.id}`, before)).toBe(200)
    expect((await tagOf(`/admin/orders/${order.id}`)).split('/')[0]).toBe(before.split('/')[0])
  })
})

describe('an edit with If-Match', () => {
  it('is done once for each version that was read, from the cache too', async () => {
    const first = await tagOf(`/products/${product.id}`)
    expect(await tagOf(`/products/${product.id}`)).toBe(first)
    expect((await patch(first, { price: 1_100 })).statusCode).toBe(200)
    const late = await patch(first, { price: 1_200 })
    expect([late.statusCode, late.json().code, late.json().status]).toEqual([412, 'STALE', 412])
    await expect.poll(async () => (await ask('GET', `/products/${product.id}`)).json().price).toBe(1_100)
    expect(await tagOf(`/products/${product.id}`)).not.toBe(first)
    expect((await patch(await tagOf(`/products/${product.id}`), { price: 1_300 })).statusCode).toBe(200)
  })

  it('takes the updatedAt of any answer in quotes, and stays 409 where the body names it', async () => {
    const { updatedAt } = (await patch('*', { price: 1_100 })).json()
    const next = await patch(`"${updatedAt}"`, { price: 1_200 })
    expect(next.statusCode).toBe(200)
    expect((await patch(`"${updatedAt}"`, { price: 1_300 })).statusCode).toBe(412)
    const byBody = await ask('PATCH', `/products/${product.id}`, { payload: { price: 1_300, updatedAt } })
    expect([byBody.statusCode, byBody.json().code]).toEqual([409, 'STALE'])
    expect((await patch(`"${next.json().updatedAt}"`, { price: 1_300 })).statusCode).toBe(200)
  })

  it.each([
    ['two tags', '"2026-03-09T06:30:00.000Z", "2026-03-09T06:30:01.000Z"'],
    ['no quotes', '2026-03-09T06:30:00.000Z'],
    ['nothing', ''],
  ])('is refused with %s', async (_, tag) => {
    expect((await patch(tag, { price: 1 })).json().code).toBe('BAD_REQUEST')
  })

  it('is refused where it names another version than the body, and where the operation knows none', async () => {
    const twice = await patch('"2026-03-09T06:30:00.000Z"', { price: 1, updatedAt: '2026-03-09T06:30:01.000Z' })
    expect(twice.statusCode).toBe(400)
    const headers = { 'if-match': '*' }
    for (const [path, payload] of [
      ['/categories', { name: 'New' }],
      ['/admin/sessions/end-others', {}],
    ] as const) {
      const done = await ask('POST', path, { headers, payload })
      expect([path, done.statusCode, done.json().code]).toEqual([path, 400, 'BAD_REQUEST'])
    }
  })

  it('is refused where a deletion names the version in a body, which it does not read', async () => {
    const updatedAt = '2026-03-09T06:30:00.000Z'
    const url = `/products/${product.id}`
    const answer = await ask('DELETE', url, { payload: { updatedAt } })
    const fields = { updatedAt: 'updatedAt belongs in the address, not in the body' }
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
    expect((await ask('GET', url)).statusCode).toBe(200)
    expect((await ask('DELETE', url, { payload: {} })).statusCode).toBe(204)
  })

  it('is looked at after the caller was let in, and after the record was found', async () => {
    const headers = { 'if-match': '"2026-03-09T06:30:00.000Z"' }
    const url = `/api/products/${product.id}`
    expect((await shop.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(401)
    const nobody = '11111111-1111-4111-8111-111111111111'
    expect((await ask('DELETE', `/products/${nobody}`, { headers })).statusCode).toBe(404)
  })

  it('is repeated under an Idempotency-Key although the version has moved on', async () => {
    const headers = { 'if-match': await tagOf(`/orders/${order.id}`), 'idempotency-key': 'move' }
    const move = () => ask('PATCH', `/admin/orders/${order.id}/status`, { headers, payload: { status: 'shipped' } })
    const [first, again] = [await move(), await move()]
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, first.body])
  })
})
