import { DriverException } from '@mikro-orm/core'
import type { FastifyRequest, InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { describeError, logSerializers } from './log.ts'

const pathOf = (url: string) => logSerializers.req({ method: 'POST', url } as FastifyRequest).path

it('names no token that authenticates a callback', () => {
  expect(pathOf('/api/hooks/pay/c2VjcmV0')).toBe('/api/hooks/pay/…')
  expect(pathOf('/api/hooks/pay/c2VjcmV0/more?x=1')).toBe('/api/hooks/pay/…')
  expect(pathOf('/api/hooks/result/c2VjcmV0')).toBe('/api/hooks/result/…')
  expect(pathOf('/api/hooks/confirmation/c2VjcmV0')).toBe('/api/hooks/confirmation/…')
  expect(pathOf('/api/hooks/stripe')).toBe('/api/hooks/stripe')
})

it('leaves out what was searched for', () => expect(pathOf('/api/products?search=rose')).toBe('/api/products'))

it('shortens a path that leads nowhere', () => expect(pathOf(`/shop${'/'.repeat(15_000)}x`)).toHaveLength(500))

it('names the constraint and the table that refused a row, and nothing of the row', () => {
  const driver = Object.assign(new Error("insert into \"orders\" values ('Amina', '0712345678')"), {
    code: '23505',
    severity: 'ERROR',
    table: 'orders',
    constraint: 'orders_pkey',
    detail: 'Key (phone)=(0712345678) already exists.',
    where: 'parameter $1 = 0712345678',
  })
  const thrown = new Error(`could not place the order: ${driver.message}`, { cause: new DriverException(driver) })
  const described = describeError(thrown)
  expect(JSON.stringify(described)).not.toMatch(/0712345678|Amina/)
  expect(described.cause).toMatchObject({ code: '23505', table: 'orders', constraint: 'orders_pkey' })
  expect(described.stack).toMatch(/^at .*log\.test\.ts/)
})

it('keeps the message of every other failure', () => {
  expect(describeError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
  })
})

describe('what an intruder would cause', () => {
  const login = { method: 'POST', url: '/api/admin/login', payload: { password: 'guessed' } } as const
  it.each<[string, InjectOptions]>([
    ['wrong-password', login],
    ['wrong-password', { ...login, url: '/trpc/admin.session.login' }],
    ['webhook-refused', { method: 'POST', url: '/api/hooks/pay/guessed', payload: {} }],
    ['webhook-refused', { method: 'POST', url: '/api/hooks/stripe', payload: {} }],
    ['other-site', { method: 'POST', url: '/api/orders', payload: {}, headers: { origin: 'https://evil.test' } }],
  ])('is one line with its name and network: %s', async (security, request) => {
    await using shop = await loggingShop()
    await shop.app.inject(request)
    expect(shop.security()).toEqual([expect.objectContaining({ security, network: '127.0.0.1', level: 40 })])
    expect(shop.security()[0].req.path).not.toContain('guessed')
  })

  it('is so too when it comes too often', async () => {
    await using shop = await loggingShop({ LIMIT_LOGINS: '1/60' })
    for (let time = 0; time < 2; time++) await shop.app.inject(login)
    expect(shop.security().map(({ security }) => security)).toEqual(['wrong-password', 'limit'])
  })
})

async function loggingShop(env: Record<string, string> = {}) {
  const lines: string[] = []
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  }
  const shop = await buildTestApp({
    env: { LOG_LEVEL: 'info', ...stripe, ...env },
    logTo: { write: (line) => lines.push(line) },
  })
  return Object.assign(shop, {
    security: () => lines.map((line) => JSON.parse(line)).filter((line) => 'security' in line),
  })
}
