import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { logSerializers } from './log.ts'

const pathOf = (url: string) => logSerializers.req({ method: 'POST', url } as FastifyRequest).path

it('names no token by which a callback is believed', () => {
  expect(pathOf('/api/hooks/pay/c2VjcmV0')).toBe('/api/hooks/pay/…')
  expect(pathOf('/api/hooks/pay/c2VjcmV0/more?x=1')).toBe('/api/hooks/pay/…')
  expect(pathOf('/api/hooks/stripe')).toBe('/api/hooks/stripe')
})

it('leaves out what was searched for', () => expect(pathOf('/api/products?search=rose')).toBe('/api/products'))
