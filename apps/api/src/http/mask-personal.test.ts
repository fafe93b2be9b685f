import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeOrder, makeProduct } from '../testing/factories.ts'
import { maskPersonal } from './mask-personal.ts'

describe('a line of the log', () => {
  it.each([
    ['sent to 254712345678', 'sent to …678'],
    ['"prompt:254712345678"', '"prompt:…678"'],
    ['Key (phone)=(+254 712 345 678)', 'Key (phone)=(…678)'],
    ['?phone=%2B254712345678&q=%2b254 712 345 678', '?phone=%2B…678&q=%2b…678'],
    ['?a=%2B254%20712%20345%20678&b=%200712+345+678', '?a=%2B…678&b=%20…678'],
    ['?a=%252B254%252071234%20&b=0712%C2%A0345%C2%A0678', '?a=%252B254%252071234%20&b=…678'],
    ['?a=%252B254%2520712345678', '?a=%252B…678'],
    ['?receipt=%22SKJ4H7T2QX%22', '?receipt=%22…2QX%22'],
    ['0712345678 and 0110-345-678', '…678 and …678'],
    [`hash ${'ab'.repeat(32)}.`, 'hash ….'],
    ['receipt SKJ4H7T2QX is known', 'receipt …2QX is known'],
    [`"path":"/order/${'k3-_'.repeat(11).slice(1)}"`, '"path":"/order/[secret]"'],
    [`"path":"/api/order-pages/${'k3-_'.repeat(11).slice(1)}"`, '"path":"/api/order-pages/[secret]"'],
  ])('%j becomes %j', (line, masked) => expect(maskPersonal(line)).toBe(masked))

  it.each([
    '{"time":1763801728123,"reqId":"req-1k","ms":25471234567}',
    'Migration20261122103000_limits',
    '11111111-1111-4111-8111-111111111111',
    'ECONNREFUSED 127.0.0.1:5432',
    'STRIPE_KEY 1234567890 ABCDEFGHIJ',
  ])('%j stays', (line) => expect(maskPersonal(line)).toBe(line))
})

const phone = '0712345678'
const secrets = { phone: /712\s?345\s?678/, hash: /[0-9a-f]{64}/, receipt: /SKJ4H7T2QX/ }
const lines: string[] = []
let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp({ env: { LOG_LEVEL: 'debug' }, logTo: { write: (line) => lines.push(line) } })
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('a log of failures', () => {
  it('holds no phone, hash or receipt that PostgreSQL names in its details, however the failure is logged', async () => {
    const order = await makeOrder(shop.deps.orm)
    const insert = (callbackHash: string, receipt: string) =>
      shop.query(
        `insert into payments (order_id, payment_method, amount, status, callback_token_hash, provider_receipt, initiated_at, created_at, updated_at)
         values ($1, 'mpesa', 1, 'failed', $2, $3, now(), now(), now())`,
        [order.id, callbackHash, receipt],
      )
    const slot = `insert into request_slots (key, payment_id, free_at) values ('prompt:254712345678', gen_random_uuid(), now())`
    const hash = 'ab'.repeat(32)
    await insert(hash, 'SKJ4H7T2QX')
    await shop.query(slot)
    const failures = await Promise.all(
      [() => insert(hash, 'SKJ4H7T2QY'), () => insert('cd'.repeat(32), 'SKJ4H7T2QX'), () => shop.query(slot)].map(
        (fail) =>
          fail().then(
            () => expect.unreachable('a duplicate was stored'),
            (error: Error & { detail?: string }) => error,
          ),
      ),
    )
    expect(failures.map(({ detail }) => detail).join()).toMatch(/ab{1}.*SKJ4H7T2QX.*254712345678/s)
    for (const failure of failures) {
      shop.app.log.error({ err: failure }, 'it failed')
      shop.app.log.error({ err: new Error(`around: ${failure.detail}`, { cause: failure }) }, 'it failed')
      shop.app.log.error({ reason: failure.detail }, String(failure.detail))
    }
    expect(lines.length).toBeGreaterThanOrEqual(9)
    for (const secret of Object.values(secrets)) expect(lines.filter((line) => secret.test(line))).toEqual([])
  })

  it('holds nothing of an order that the database refused', async () => {
    const { id } = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { price: 4_500 })
    await shop.query('alter table orders rename column customer_phone to customer_telephone')
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/orders',
      payload: {
        order: {
          customerName: 'Amina Otieno',
          customerPhone: phone,
          deliveryAddress: 'Kimathi Street 4',
          deliveryLocation: 'embu',
          deliveryCharge: 0,
          subtotal: 4_500,
          total: 4_500,
          paymentMethod: 'mpesa',
        },
        items: [{ productId: id, productName: 'Oud', productPrice: 4_500, quantity: 1 }],
      },
    })
    expect(answer.statusCode).toBe(500)
    expect(lines.filter((line) => line.includes('"level":50')).length).toBeGreaterThan(0)
    expect(lines.filter((line) => /712345678|Amina|Kimathi/.test(line))).toEqual([])
  })
})
