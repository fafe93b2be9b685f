import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaOf, areasOf } from '../../../http/access-policy.ts'
import type { ProcedureMeta } from '../../../http/procedures.ts'
import { type Surface, surfaceOf } from '../../../http/transports/openapi/compatibility/surface.ts'
import { appRouter } from '../../../router.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'

let shop: TestApp
let surface: Surface
beforeAll(async () => {
  shop = await buildTestApp()
  surface = surfaceOf((await shop.app.inject('/api/openapi.json')).json())
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Names of what lets its reader do more than read it: secrets, tokens, keys that sign, addresses that are believed. */
const namesOfSecrets =
  /secret|token|password|passphrase|credential|signature|p256dh|hash|^auth$|^key$|(confirmation|validation|callback|hook)Url$/i

/** Named like a secret and none, or meant for whoever may read it. */
const harmless: Record<string, string> = {
  pageSecret: 'the link that the customer has, for programs that send it to her; it shows less than the scope does',
  key: 'the name of a setting',
}

const operationOf = (way: string) => way.split(' <')[0] ?? ''
const nameOf = (way: string) => /([\w-]+)(?:\[\]|\{\})*$/.exec(way)?.[1] ?? ''

/** The texts of answers whose names are a secret's, by who may read them. */
const secretsFor = (mayRead: (callers: readonly string[]) => boolean): string[] =>
  [...surface]
    .filter(
      ([way, { types }]) => / <(?:[ [{]|$)/.test(way) && types.includes('string') && namesOfSecrets.test(nameOf(way)),
    )
    .filter(([way]) => mayRead(surface.get(operationOf(way))?.types ?? []))
    .map(([way]) => way)

describe('what a key of the API is answered', () => {
  it('holds no secret that lets its reader do more than the key may', () => {
    const readByKeys = secretsFor((callers) => callers.some((caller) => caller.startsWith('apiKey')))
    expect(readByKeys.filter((way) => !(nameOf(way) in harmless))).toEqual([])
    expect(new Set(readByKeys.map(nameOf))).toEqual(new Set(Object.keys(harmless)))
  })

  it('is looked through by names under which the owner reads her secrets', () => {
    const readByOwner = secretsFor((callers) => callers.every((caller) => caller === 'session'))
    for (const known of [
      'POST /admin/api-keys < key',
      'POST /admin/mpesa/confirmations/addresses < confirmationUrl',
      'POST /admin/webhooks < secret',
    ])
      expect(readByOwner).toContain(known)
  })

  it('never comes from a procedure whose answer holds a secret', () => {
    const procedures = Object.entries(
      appRouter._def.procedures as unknown as Record<string, { _def: { meta: ProcedureMeta } }>,
    )
    const holders = procedures.filter(([, { _def }]) => _def.meta.holdsSecret).map(([path]) => path)
    expect(holders).toContain('admin.confirmations.reveal')
    expect(holders.filter((path) => areasOf(areaOf(path)).length > 0)).toEqual([])
  })
})
