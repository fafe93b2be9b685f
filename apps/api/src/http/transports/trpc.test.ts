import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAsWritten } from '../../testing/ask-as-written.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('a body that is no JSON', () => {
  const form = (fields: number) =>
    `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(fields)}--x--\r\n`

  it.each([
    ['a form', 'multipart/form-data; boundary=x', form(1)],
    ['a form beyond the 100 KB of a body', 'multipart/form-data; boundary=x', form(20_000)],
    ['a form in a URL’s way', 'application/x-www-form-urlencoded', 'a=b'],
    ['bytes', 'application/octet-stream', 'a'],
    ['text', 'text/plain', '{}'],
  ])('is refused before it is read: %s', async (_, type, payload) => {
    for (const procedure of ['checkout.placeOrder', 'admin.session.login']) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/trpc/${procedure}`,
        headers: { 'content-type': type },
        payload,
      })
      expect(answer.statusCode).toBe(415)
      expect(answer.json().error.data).toMatchObject({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', httpStatus: 415 })
    }
  })

  it('is JSON beyond 100 KB', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/trpc/checkout.placeOrder',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify('x'.repeat(100_000)),
    })
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toMatchObject({
      message: 'The request is too large.',
      data: { code: 'FST_ERR_CTP_BODY_TOO_LARGE', httpStatus: 413 },
    })
  })
})

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

it.each(methods)('is never an internal error for %s, whatever kind of procedure it asks for', async (method) => {
  for (const procedure of ['catalogue.categories', 'checkout.placeOrder', 'admin.events.live', 'nothing']) {
    const { status } = await askAsWritten(shop.app, `/trpc/${procedure}`, method)
    expect([procedure, status]).toEqual([procedure, expect.any(Number)])
    expect(status).toBeLessThan(500)
  }
})
