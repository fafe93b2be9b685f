import { DriverException } from '@mikro-orm/core'
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { describeError, logSerializers } from './log.ts'

const pathOf = (url: string) => logSerializers.req({ method: 'POST', url } as FastifyRequest).path

it('names no token that authenticates a callback', () => {
  expect(pathOf('/api/hooks/pay/c2VjcmV0')).toBe('/api/hooks/pay/…')
  expect(pathOf('/api/hooks/pay/c2VjcmV0/more?x=1')).toBe('/api/hooks/pay/…')
  expect(pathOf('/api/hooks/stripe')).toBe('/api/hooks/stripe')
})

it('leaves out what was searched for', () => expect(pathOf('/api/products?search=rose')).toBe('/api/products'))

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
