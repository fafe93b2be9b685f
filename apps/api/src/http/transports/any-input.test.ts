import type { AnyProcedure } from '@trpc/server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appRouter } from '../../router.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn } from '../../testing/factories.ts'
import type { ProcedureMeta } from '../procedures.ts'

const RUNS = 60

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const published = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
  .filter(([, procedure]) => procedure._def.type !== 'subscription')
  .map(([path, procedure]) => ({
    path,
    type: procedure._def.type,
    openapi: (procedure._def.meta as ProcedureMeta).openapi,
  }))

const fieldName = fc.constantFrom(
  'order',
  'items',
  'rating',
  'content',
  'customerName',
  'deliveryLocation',
  'productId',
  'quantity',
  'id',
  'search',
  'page',
  '__proto__',
  'x',
)

/** JSON with what people and attackers put into it: any text with NUL and lone surrogates, giant and odd numbers. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', '__proto__', "' or 1=1 --", '%', '9'.repeat(400)),
)
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.double(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.uuid(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fieldName, tie('value'), { maxKeys: 8 }),
  ),
})).value

it.each(published)('$path answers any input with a clear refusal, never a failure', async ({ path, type, openapi }) => {
  if (!openapi) throw new Error('not published')
  await fc.assert(
    fc.asyncProperty(anyValue, anyText, async (value, text) => {
      const json = JSON.stringify(value)
      const restPath = openapi.path.replaceAll(/\{\w+\}/g, encodeURIComponent(text.toWellFormed()) || 'x')
      const isRead = openapi.method === 'GET'
      const query = `?page=${encodeURIComponent(text.toWellFormed())}&search=${encodeURIComponent(text.toWellFormed())}`
      const headers = await logIn(shop.deps.orm) // each with its own: some calls end theirs
      const answers = await Promise.all([
        shop.app.inject({
          method: openapi.method,
          url: `/api${restPath}${isRead ? query : ''}`,
          headers: { ...headers, ...(!isRead && { 'content-type': 'application/json' }) },
          ...(!isRead && { payload: json }),
        }),
        type === 'query'
          ? shop.app.inject({ url: `/trpc/${path}?input=${encodeURIComponent(json)}`, headers })
          : shop.app.inject({
              method: 'POST',
              url: `/trpc/${path}`,
              headers: { ...headers, 'content-type': 'application/json' },
              payload: json,
            }),
      ])
      for (const answer of answers) {
        expect(answer.statusCode).toBeLessThan(500)
        if (answer.statusCode >= 400) expect(answer.body).toMatch(/"(error|message)":/)
      }
    }),
    { numRuns: RUNS },
  )
})
