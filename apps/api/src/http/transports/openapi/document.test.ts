import { execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { AnyProcedure } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appRouter } from '../../../router.ts'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { documentedOperations } from '../../../testing/documented-operations.ts'
import type { ProcedureMeta } from '../../procedures.ts'

/** Every route that Fastify has, whoever added it. */
const routes: string[] = []
const listen = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push(`${each} ${url}`)
  })
}

const documentAt = async (publicUrl: string): Promise<OpenAPIObject> => {
  await using shop = await buildTestApp({ env: { PUBLIC_URL: publicUrl } })
  return (await shop.app.inject('/api/openapi.json')).json()
}

let document: OpenAPIObject
beforeAll(async () => {
  subscribe('fastify.initialization', listen)
  document = await documentAt('https://shop.example.co.ke')
})
afterAll(() => unsubscribe('fastify.initialization', listen))

it('has every address that answers under /api, and no other', () => {
  // The document itself with its page, and the answer to every unknown address, are no part of the API.
  const isOwn = (route: string) => /^\w+ \/api\/(openapi\.json|docs.*|\*)$/.test(route)
  const served = routes
    .filter((route) => / \/api\//.test(route) && !/^(HEAD|OPTIONS) /.test(route) && !isOwn(route))
    .map((route) => route.replace(' /api', ' ').replaceAll(/:(\w+)/g, '{$1}'))
  expect(served.length).toBeGreaterThan(40)
  expect(
    documentedOperations(document)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...new Set(served)].sort())
})

it('asks for the session cookie exactly where a session is asked for', () => {
  const plain = [
    'GET /admin/cash-up.csv',
    'GET /admin/orders.csv',
    'GET /admin/payments.csv',
    'GET /admin/products.csv',
    'POST /admin/cash-up/statement',
    'POST /admin/uploads/image',
  ]
  const procedures = Object.values(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
    .filter(({ _def }) => _def.type !== 'subscription')
    .map(({ _def }) => _def.meta as ProcedureMeta)
    .filter(({ access }) => access === 'administrator')
    .map(({ openapi }) => `${openapi?.method} ${openapi?.path}`)
  // Which of them a key may call is tested with the keys.
  const withoutKeys = (security: object[] = []) => security.filter((each) => !('apiKey' in each))
  const namesWhere = (security: object[]) =>
    documentedOperations(document)
      .filter((operation) => JSON.stringify(withoutKeys(operation.security)) === JSON.stringify(security))
      .map(({ name }) => name)
      .sort()
  expect(namesWhere([{ session: [] }])).toEqual([...procedures, ...plain].sort())
  expect(namesWhere([{}, { session: [] }])).toEqual(['POST /admin/login', 'POST /admin/logout', 'POST /orders'])
  expect(documentedOperations(document).filter(({ security }) => security === undefined)).toEqual([])
})

it.each([
  ['https://shop.example.co.ke', '__Host-session'],
  ['http://localhost:4000', 'session'],
])('names the cookie and the address of the shop at %s', async (publicUrl, name) => {
  const { components, servers } = await documentAt(publicUrl)
  expect(components?.securitySchemes).toEqual({
    session: { type: 'apiKey', in: 'cookie', name, description: expect.any(String) },
    apiKey: { type: 'http', scheme: 'bearer', description: expect.any(String) },
  })
  expect(servers).toEqual([{ url: `${publicUrl}/api` }])
})

it('names every operation, its licence and what its tags mean', () => {
  const operations = documentedOperations(document)
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toContain('admin-orders-export')
  expect(ids).toContain('admin-payments-export')
  expect(ids).toContain('admin-products-uploadImage')
  expect(ids.every((id) => /^[\w-]+$/.test(id ?? ''))).toBe(true)
  expect(new Set(ids).size).toBe(operations.length)
  expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  const described = document.tags?.filter(({ description }) => description).map(({ name }) => name)
  expect(described?.sort()).toEqual([...new Set(operations.flatMap(({ tags }) => tags ?? []))].sort())
})

it('names no internal document', () => {
  expect(JSON.stringify(document)).not.toMatch(/decisions? \d|specification|§/i)
})

/** An example that its own schema refuses is worse than none. */
const rules = {
  'no-invalid-schema-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-media-type-examples': 'error',
}

it('is clean under the recommended rules of Redocly, examples included', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'marashi-openapi-'))
  try {
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(document))
    const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
    await writeFile(path.join(folder, 'redocly.yaml'), JSON.stringify({ extends: ['recommended'], rules }))
    const lint = ['lint', 'openapi.json', '--format=json', '--max-problems=100']
    // Both variables keep the linter from contacting its maker.
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' }
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...lint], { cwd: folder, env })
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] })
  } finally {
    await rm(folder, { recursive: true })
  }
})
