import { TRPCError } from '@trpc/server'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ShopError } from '../shop-error.ts'
import { errorAnswer } from './error-response.ts'

const answerTo = (thrown: unknown) => errorAnswer(thrown, 'request')

it('answers with the message alone, and names its field beside it', () => {
  const { error } = z
    .object({ order: z.object({ customerName: z.string('Name is required') }) })
    .safeParse({ order: {} })
  expect(answerTo(new TRPCError({ code: 'BAD_REQUEST', cause: error })).body).toEqual({
    error: 'Name is required',
    code: 'BAD_REQUEST',
    fields: { 'order.customerName': 'Name is required' },
  })
})

it('names the first fields that are not known, and says how many more there are, however many and long they are', () => {
  const refused = (names: string[]) => {
    const { error } = z.strictObject({}).safeParse(Object.fromEntries(names.map((name) => [name, 1])))
    return answerTo(new TRPCError({ code: 'BAD_REQUEST', cause: error })).body
  }
  expect(refused(['custmerName'])).toMatchObject({ fields: { input: 'Unrecognized key: "custmerName"' } })
  expect(refused(['a', 'b']).error).toBe('Unrecognized keys: "a", "b"')
  const many = refused(Array.from({ length: 8_000 }, (_, nth) => `k${nth}${'x'.repeat(90)}`))
  expect(many.error).toMatch(/^Unrecognized keys: "k0x+…", .* and 7995 more$/)
  expect(JSON.stringify(many).length).toBeLessThan(700)
})

it('is the client’s fault where a phone lost its network while it sent', () => {
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 })
  expect(answerTo(gone)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' }, isInternal: false })
  expect(answerTo(Object.assign(new Error('read'), { code: 'ECONNRESET', syscall: 'read' })).status).not.toBe(400)
})

it('says when to retry, whatever is unavailable', () => {
  expect(answerTo(new ShopError('SERVICE_UNAVAILABLE', 'Card payment is not configured')).retryAfterSeconds).toBe(30)
  expect(answerTo(new ShopError('SERVICE_UNAVAILABLE', 'Busy', { retryAfterSeconds: 20 })).retryAfterSeconds).toBe(20)
  expect(answerTo(Object.assign(new Error(), { code: 'FST_UNDER_PRESSURE', statusCode: 503 }))).toMatchObject({
    status: 503,
    retryAfterSeconds: 10,
  })
})

it('uses the status of Fastify’s errors alone', () => {
  const refused = (more: object) => answerTo(Object.assign(new Error('internal'), { statusCode: 404, ...more }))
  expect(refused({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 })).toMatchObject({ status: 413 })
  expect(refused({ expose: false, code: 'ENOENT' })).toMatchObject({ status: 404, body: { code: 'BAD_REQUEST' } })
  expect(refused({ code: 'resource_missing' })).toMatchObject({ status: 500, isInternal: true })
  expect(refused({})).toMatchObject({ status: 500, isInternal: true })
})

it('keeps the cause of a refusal for the log', () => {
  const answer = answerTo(new ShopError('SERVICE_UNAVAILABLE', 'Busy', { cause: new Error('a secret') }))
  expect(answer.isInternal).toBe(true)
  expect(JSON.stringify(answer)).not.toContain('secret')
})

it.each([
  ['PostgreSQL shuts down', { code: '57P01', severity: 'FATAL' }, /cannot be reached/],
  ['PostgreSQL lets nobody in', { code: '55000', severity: 'FATAL' }, /cannot be reached/],
  [
    'its password is another one now, and the server speaks Italian',
    { code: '28P01', severity: 'FATALE' },
    /cannot be reached/,
  ],
  ['PostgreSQL has become a standby', { code: '25006', severity: 'ERROR' }, /cannot be reached/],
  ['its disk fails', { code: '58030', severity: 'ERROR' }, /cannot be reached/],
  ['nobody listens', { code: 'ECONNREFUSED' }, /cannot be reached/],
  ['its Unix socket is gone', { code: 'ENOENT', syscall: 'connect' }, /cannot be reached/],
  ['there are too many connections', { code: '53300', severity: 'FATAL' }, /very busy/],
  ['a statement took too long', { code: '57014', severity: 'ERROR' }, /very busy/],
])('distinguishes a database that is unreachable from one that is busy: %s', (_, more, words) => {
  for (const error of [
    Object.assign(new Error('x'), more),
    new Error('y', { cause: Object.assign(new Error(), more) }),
  ]) {
    expect(answerTo(error)).toMatchObject({ status: 503, retryAfterSeconds: 5, isInternal: true })
    expect(answerTo(error).body.error).toMatch(words)
  }
})

it('does not take a statement that PostgreSQL refuses for a database that is away', () => {
  const wrong = { code: '55000', severity: 'ERROR' }
  expect(answerTo(Object.assign(new Error('x'), wrong))).toMatchObject({ status: 500, isInternal: true })
})

it('says that the disk of the database is full, and gives the owner time to free it', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' })
  expect(answerTo(full)).toMatchObject({ status: 503, retryAfterSeconds: 300 })
  expect(answerTo(full).body.error).toMatch(/disk of its database is full/)
})

it('does not take another service’s failure for the database’s', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(answerTo(new TypeError('fetch failed', { cause: refused }))).toMatchObject({ status: 500 })
  expect(answerTo(Object.assign(new Error('Daraja'), { code: '404.001.03' }))).toMatchObject({ status: 500 })
})
