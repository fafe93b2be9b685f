import type { AnyProcedure } from '@trpc/server'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { appRouter } from '../../../router.ts'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { documentedOperations } from '../../../testing/documented-operations.ts'
import type { ProcedureMeta } from '../../procedures.ts'
import { eachProperty, type Field, parametersOf, schemasOf, segmentOf } from './describe-fields.ts'
import { glossary } from './words/glossary.ts'
import { requestExamples } from './words/request-examples.ts'

let document: OpenAPIObject
beforeAll(async () => {
  await using shop = await buildTestApp({ env: { LIMIT_ORDERS: '20/3600', LIMIT_QUOTES: '300/60' } })
  document = (await shop.app.inject('/api/openapi.json')).json()
})

const operationNamed = (name: string) => documentedOperations(document).find((operation) => operation.name === name)

it('describes every parameter', () => {
  const parameters = parametersOf(document)
  expect(parameters.length).toBeGreaterThan(80)
  const undescribed = parameters.filter(([, { description }]) => !description)
  expect(undescribed.map(([operation, { name }]) => `${operation} ${name}`)).toEqual([])
})

it('describes every property', () => {
  const undescribed: string[] = []
  let count = 0
  eachProperty(document, ({ description }, way) => {
    count += 1
    if (!description) undescribed.push(way.join('.'))
  })
  expect(undescribed).toEqual([])
  expect(count).toBeGreaterThan(900)
})

it('keeps what a contract says of a parameter, whatever is wrapped around or taken off its schema', () => {
  const wordsOf = (operation: string, name: string) =>
    parametersOf(document).find(([of, parameter]) => of === operation && parameter.name === name)?.[1].description
  expect(wordsOf('GET /admin/webhooks/{id}/deliveries', 'state')).toBe('Only those in this state')
  expect(wordsOf('GET /products', 'category')).toBe('Category id or name, any case')
  expect(wordsOf('GET /admin/cash-up.csv', 'from')).toBe('A day in Nairobi')
})

/** Names that mean an amount; a total may count things instead, and then it says “How many”. */
const amount =
  /^(amount|price|total|fee|subtotal|discount|cash|net|sum|difference|expected|refunded|arrived|returned|notSales|unchecked|left)$|(Amount|Price|Charge|Fee|Revenue|Cents|Shillings|Total)$/

it('says of every amount whether it is shillings or cents', () => {
  const unclear: string[] = []
  let count = 0
  eachProperty(document, (field, way) => {
    if (!amount.test(way.at(-1) ?? '') || !isNumber(field)) return
    count += 1
    if (!/shilling|cents|^How many/i.test(field.description ?? '')) unclear.push(way.join('.'))
  })
  expect(unclear).toEqual([])
  expect(count).toBeGreaterThan(80)
})

/** The sum of an order, a payment, a refund or a period. */
const sum = /^(amount|total|revenue|totalRevenue|weekBefore|refundedAmount)$/

it('has the cents beside each sum where one answer holds shillings and cents', () => {
  const unclear: string[] = []
  let count = 0
  for (const { name, ...operation } of documentedOperations(document)) {
    const amounts: { unit: string; way: string; siblings: Field }[] = []
    for (const schema of schemasOf({ ...operation, requestBody: undefined })) {
      eachAnswered(schema, (field, siblings, way) => {
        const unit = /shilling|cents/i.exec(field.description ?? '')?.[0].toLowerCase()
        if (unit && isNumber(field)) amounts.push({ unit, siblings, way })
      })
    }
    if (new Set(amounts.map(({ unit }) => unit)).size < 2) continue
    for (const { way, siblings } of amounts) {
      const field = way.split('.').at(-1) ?? ''
      if (!sum.test(field)) continue
      count += 1
      if (!siblings.properties?.[`${field.replace(/(?<=.)Amount$/, '')}Cents`]) unclear.push(`${name} ${way}`)
    }
  }
  expect(unclear).toEqual([])
  expect(count).toBeGreaterThan(12)
})

/** Calls `visit` for each property, components included. */
function eachAnswered(
  field: Field,
  visit: (field: Field, siblings: Field, way: string) => void,
  way = '',
  within: readonly string[] = [],
): void {
  const { $ref, items, anyOf = [], oneOf = [], allOf = [] } = field
  if ($ref && !within.includes($ref)) {
    const component = document.components?.schemas?.[$ref.replace('#/components/schemas/', '')]
    eachAnswered(component as Field, visit, way, [...within, $ref])
  }
  for (const [name, property] of Object.entries(field.properties ?? {})) {
    visit(property, field, `${way}.${name}`)
    eachAnswered(property, visit, `${way}.${name}`, within)
  }
  for (const inner of [items, ...anyOf, ...oneOf, ...allOf]) if (inner) eachAnswered(inner, visit, way, within)
}

const isNumber = (field: Field) =>
  [field, ...(field.anyOf ?? [])].some(({ type }) => /integer|number/.test(String(type)))

it('has no words that nothing is described with', () => {
  const places: (readonly string[])[] = parametersOf(document).map(([operation, { name, in: where }, path]) => [
    operation,
    where === 'path' ? segmentOf(path, name) : name,
    name,
  ])
  eachProperty(document, (_, way) => places.push(way))
  const keys = new Set(
    places.flatMap((way) => way.flatMap((_, from) => [way.slice(from).join('.'), way.slice(from, -1).join('.')])),
  )
  expect([...glossary.keys()].filter((key) => !keys.has(key))).toEqual([])
})

it('names the limits of an operation, and how the order is made repeatable', () => {
  const order = operationNamed('POST /orders')
  expect(order?.description).toContain('- Orders: 20 in an hour for each network')
  expect(order?.description).toContain('- Prices of a cart, also those of an order that is tried: 300 in a minute')
  expect(operationNamed('GET /order-pages/{secret}')?.description).toContain('- Links of order pages that lead nowhere')
  const key = parametersOf(document).find(([of, { name }]) => of === 'POST /orders' && name === 'Idempotency-Key')
  expect(key?.[1].description).toContain('7 days')
  expect(JSON.stringify(order?.responses?.[201])).toContain('Idempotency-Replayed')
})

it('shows requests that their operations take', () => {
  const procedures = Object.values(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
  for (const [operation, body] of requestExamples) {
    const found = procedures.find(({ _def }) => {
      const { openapi } = _def.meta as ProcedureMeta
      return `${openapi?.method} ${openapi?.path}` === operation
    })
    if (!found) throw new Error(`there is no ${operation}`)
    const [input] = (found._def as unknown as { inputs: z.ZodType[] }).inputs
    const inPath = Object.fromEntries(
      [...operation.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, pathValue(name)]),
    )
    const { error } = input?.safeParse({ ...body, ...inPath }) ?? {}
    expect(error, operation).toBeUndefined()
  }
  expect(requestExamples.size).toBeGreaterThan(25)
})

const pathValue = (name: string) => (name === 'key' ? 'shop.name' : '5b0a7f2e-8c1d-4e3f-9a6b-1c2d3e4f5a6b')
