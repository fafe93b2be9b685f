import { readFile, writeFile } from 'node:fs/promises'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../../testing/build-test-app.ts'
import { breakingChanges } from './breaking-changes.ts'
import { linesOf, type Surface, surfaceIn, surfaceOf } from './surface.ts'

const folder = new URL('../../../../../../../docs/api/', import.meta.url)
const promised = new URL('surface.txt', folder)

/** The document of this build. `UPDATE_SURFACE=1` writes down what it promises. */
async function surfaceNow(): Promise<Surface> {
  await using shop = await buildTestApp()
  const surface = surfaceOf((await shop.app.inject('/api/openapi.json')).json())
  if (process.env.UPDATE_SURFACE) await writeFile(promised, linesOf(surface))
  return surface
}

it('keeps what docs/api/surface.txt promises, or docs/api/changelog.md names what breaks', async () => {
  const now = await surfaceNow()
  const before = surfaceIn(await readFile(promised, 'utf8'))
  expect(before.size).toBeGreaterThan(1_000)
  const changelog = await readFile(new URL('changelog.md', folder), 'utf8')
  const unannounced = [...breakingChanges(before, now)].filter(([way]) => !changelog.includes(`\`${way}\``))
  expect(unannounced).toEqual([])
})

it('has all that programs may rely on in docs/api/surface.txt: what is missing could go again unseen', async () => {
  const now = linesOf(await surfaceNow()).split('\n')
  const written = new Set((await readFile(promised, 'utf8')).split('\n'))
  const unwritten = now.filter((line) => !written.has(line))
  expect(unwritten, 'UPDATE_SURFACE=1 writes it, see docs/api/changelog.md').toEqual([])
})

it('reads back what it writes', async () => {
  const now = await surfaceNow()
  expect(surfaceIn(linesOf(now))).toEqual(new Map([...now].sort(([one], [other]) => (one < other ? -1 : 1))))
})

describe('a change', () => {
  const text = { type: 'string' as const }
  const whole = { type: 'integer' as const }
  type Properties = Record<string, object>
  const documentOf = ({
    sent = { total: whole },
    needed = ['total'],
    answered = { id: text },
    always = ['id'],
    security = [] as object[],
  }: Partial<{
    sent: Properties
    needed: string[]
    answered: Properties
    always: string[]
    security: object[]
  }> = {}) =>
    ({
      paths: {
        '/orders': {
          post: {
            security,
            parameters: [{ in: 'query', name: 'sort', schema: { type: 'string', enum: ['name', 'price'] } }],
            requestBody: {
              content: { 'application/json': { schema: { type: 'object', properties: sent, required: needed } } },
            },
            responses: {
              201: {
                content: { 'application/json': { schema: { type: 'object', properties: answered, required: always } } },
              },
            },
          },
        },
      },
    }) as unknown as OpenAPIObject
  const breaks = (now: Parameters<typeof documentOf>[0], before: Parameters<typeof documentOf>[0] = {}) =>
    Object.fromEntries(breakingChanges(surfaceOf(documentOf(before)), surfaceOf(documentOf(now))))

  it.each([
    ['nothing', {}],
    ['another field that may be sent', { sent: { total: whole, note: text } }],
    ['another field that is answered', { answered: { id: text, total: whole } }],
    ['a field that takes more', { sent: { total: { type: ['number', 'null'] } } }],
    ['a field that need not be sent any more', { needed: [] }],
    [
      'what is needed within something optional',
      { sent: { total: whole, gift: { type: 'object', properties: { to: text }, required: ['to'] } } },
    ],
  ])('breaks nobody: %s', (_, now) => {
    expect(breaks(now)).toEqual({})
  })

  it.each([
    ['a field that is not answered any more', { answered: {}, always: [] }, { 'POST /orders < id': 'is gone' }],
    [
      'a field that may be null',
      { answered: { id: { type: ['string', 'null'] } } },
      { 'POST /orders < id': 'is null or string and was string' },
    ],
    ['a field that is not always answered', { always: [] }, { 'POST /orders < id': 'is not always there any more' }],
    ['a field that is not taken any more', { sent: {}, needed: [] }, { 'POST /orders > total': 'is gone' }],
    ['another type', { sent: { total: text } }, { 'POST /orders > total': 'takes string and took integer' }],
    [
      'a field that is needed',
      { sent: { total: whole, phone: text }, needed: ['total', 'phone'] },
      { 'POST /orders > phone': 'is needed now' },
    ],
    [
      'values that are listed',
      { sent: { total: { ...whole, enum: [1] } } },
      { 'POST /orders > total': 'takes certain values alone' },
    ],
    [
      'an operation that is closed',
      { security: [{ session: [] }] },
      { 'POST /orders': 'takes session and took anybody' },
    ],
    [
      'an operation that is closed to keys without a scope',
      { security: [{}, { apiKey: ['orders:write'] }] },
      { 'POST /orders': 'takes anybody without a key or apiKey orders:write and took anybody' },
    ],
  ])('breaks programs: %s', (_, now, broken) => {
    expect(breaks(now)).toEqual(broken)
  })

  it('breaks programs where a value is not taken any more', () => {
    const before = surfaceOf(documentOf())
    const now = surfaceIn(linesOf(before).replace('name price', 'name'))
    expect(Object.fromEntries(breakingChanges(before, now))).toEqual({ 'POST /orders > ?sort': 'takes price no more' })
  })

  it('of an operation that is gone is one change', () => {
    const before = surfaceOf(documentOf())
    expect(Object.fromEntries(breakingChanges(before, new Map()))).toEqual({ 'POST /orders': 'is gone' })
  })
})
