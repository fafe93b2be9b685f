import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../../../testing/factories.ts'
import { orderRequest } from '../../../testing/order-request.ts'

let shop: TestApp
let order: string
let cookie: string
beforeAll(async () => {
  shop = await buildTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  const { orm } = shop.deps
  const product = await makeProduct(orm, await makeCategory(orm, 'Oud'), { name: 'Oud Tausi', price: 1_000 })
  order = JSON.stringify(orderRequest(product))
  cookie = (await logIn(orm)).cookie
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Head {
  path?: string
  length: number
  from: string
  more?: string
}

/** A request of which `body` has been sent so far, from an address that the proxy reports. */
function begin({ path = '/api/orders', length, from, more = '' }: Head, body: string): Socket {
  const socket = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nContent-Type: application/json\r\nX-Forwarded-For: ${from}\r\n${more}Content-Length: ${length}\r\n\r\n${body}`,
  )
  return socket
}

/** 99 KB of a body that is never finished, so many times, each from `from(nth)`. */
function flood(count: number, from: (nth: number) => string) {
  const sockets = Array.from({ length: count }, (_, nth) =>
    begin({ length: 100_000, from: from(nth) }, 'x'.repeat(99_000)),
  )
  return {
    answers: sockets.map((socket) => text(socket).catch(() => '')),
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe('bodies that are not finished', () => {
  it('cost their own network its largest ones first, with 429 and the time to wait', async () => {
    using attack = flood(85, () => '203.0.113.1')
    const answer = await Promise.race(attack.answers)
    expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
    })
    // Another phone of the same carrier, whose order arrives in pieces.
    const slow = begin({ length: order.length, from: '203.0.113.1' }, order.slice(0, 50))
    setTimeout(() => slow.write(order.slice(50)), 200)
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 201 /)
  })

  it('are 503 where many networks send them together, a /48 of IPv6 counting as one', async () => {
    using attack = flood(345, (nth) => `2001:db8:${nth % 5}:${nth}::1`)
    const answer = await Promise.race(attack.answers)
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i)
    const slow = begin({ length: order.length, from: '203.0.113.9' }, order.slice(0, 50))
    setTimeout(() => slow.write(order.slice(50)), 200)
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 201 /)
  })

  it('of shoppers take nothing from a picture that the administrator uploads over a slow line', async () => {
    using _attack = flood(345, (nth) => `203.0.113.${nth % 40}`)
    const form = `--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n${'x'.repeat(4_000_000)}\r\n--b--\r\n`
    const more = `Cookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\n`
    const slow = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1')
    slow.write(
      `POST /api/admin/uploads/image HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.1\r\n${more}Content-Length: ${form.length}\r\n\r\n${form.slice(0, 2_000_000)}`,
    )
    setTimeout(() => slow.write(form.slice(2_000_000)), 300)
    // It has arrived whole: it is no picture.
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 415 /)
  })

  it('are not read where nobody gave the address of the webhook out, or the signature is missing', async () => {
    const guessed = begin({ path: '/api/hooks/pay/guessed', length: 200_000, from: '203.0.113.2' }, 'x')
    expect(await text(guessed)).toMatch(/^HTTP\/1\.1 404 /)
    const unsigned = begin({ path: '/api/hooks/stripe', length: 200_000, from: '203.0.113.2' }, 'x')
    expect(await text(unsigned)).toMatch(/^HTTP\/1\.1 400 /)
  })
})
