import type { SettingChange, SettingRecord } from '@marashi/domain/contracts/settings'
import { initialSettings } from '@marashi/domain/rules/settings/groups'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../testing/factories.ts'

let shop: TestApp
let headers: { cookie: string }
let now = new Date('2026-11-22T09:00:00Z')
beforeAll(async () => {
  shop = await buildTestApp({ clock: () => now })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  now = new Date('2026-11-22T09:00:00Z')
  await shop.query('truncate shop_settings, shop_setting_changes')
  headers = await logIn(shop.deps.orm)
})

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  shop.app.inject({ method, url: `/api/admin${url}`, headers, payload })
const save = (key: string, value: unknown, version = 0) => ask('PUT', `/settings/${key}`, { value, version })
const undo = (id: number) => ask('POST', `/setting-changes/${id}/undo`)
const changes = async () => (await ask('GET', '/setting-changes')).json<SettingChange[]>()
const record = async (group: string, name: string) =>
  (await ask('GET', '/settings')).json<Record<string, Record<string, SettingRecord>>>()[group]?.[name]
const publicShop = async (app = shop) => (await app.app.inject('/api/shop')).json()

describe('the settings of a shop', () => {
  it('are the specification’s until the owner changes something', async () => {
    expect(await shop.deps.settings.read()).toEqual(initialSettings)
    expect(await publicShop()).toMatchObject({
      name: 'Marashi',
      phone: '+254 712 345 678',
      email: 'hello@marashi.example',
    })
    expect(await record('shop', 'name')).toEqual({
      value: 'Marashi',
      initial: 'Marashi',
      version: 0,
      lockedBy: null,
      lastChange: null,
    })
  })

  it('are the administrator’s alone', async () => {
    for (const [method, url] of [
      ['GET', '/api/admin/settings'],
      ['GET', '/api/admin/setting-changes'],
      ['PUT', '/api/admin/settings/shop.name'],
      ['POST', '/api/admin/setting-changes/1/undo'],
    ] as const) {
      const payload = method === 'PUT' ? { value: 'Mine', version: 0 } : undefined
      expect((await shop.app.inject({ method, url, payload })).statusCode).toBe(401)
    }
  })

  it('are saved with who, when and what, and shown to shoppers at once', async () => {
    await publicShop()
    const saved = await save('shop.name', '  Waridi  ')
    expect(saved.statusCode).toBe(200)
    expect(saved.json()).toMatchObject({
      value: 'Waridi',
      version: 1,
      lastChange: { at: now.toISOString(), isOwn: true, before: 'Marashi' },
    })
    await expect.poll(() => publicShop()).toMatchObject({ name: 'Waridi' })
    expect(await changes()).toMatchObject([{ key: 'shop.name', before: null, after: 'Waridi', isOwn: true }])
    headers = await logIn(shop.deps.orm)
    expect(await changes()).toMatchObject([{ isOwn: false }])
  })

  it('are known at once in every other process, which keeps them until it is notified', async () => {
    await using other = await buildTestApp({ databaseUrl: shop.databaseUrl })
    expect(await publicShop(other)).toMatchObject({ name: 'Marashi' })
    await save('shop.name', 'Waridi')
    await expect.poll(() => publicShop(other)).toMatchObject({ name: 'Waridi' })
    expect(other.deps.settings.lastKnown.shop.name).toBe('Waridi')
  })

  it('are read once and not again until they change', async () => {
    await shop.query('insert into categories (name) values ($1)', ['Oud'])
    let first = await shop.deps.settings.read()
    const isReadAgain = async () => {
      const before = first
      first = await shop.deps.settings.read()
      return first !== before
    }
    // News of what the tests before changed may still be on its way.
    await expect.poll(isReadAgain).toBe(false)
    await save('receipt.footer', 'Asante!')
    expect(await shop.deps.settings.read()).not.toBe(first)
  })

  it.each([
    ['shop.name', ''],
    ['shop.name', 'x'.repeat(61)],
    ['shop.name', 7],
    ['shop.phone', 'call me'],
    ['shop.phone', '-------'],
    ['shop.whatsapp', '123-4567'],
    ['shop.email', 'nobody'],
    ['shop.instagram', 'https://elsewhere.example/shop'],
    ['shop.instagram', 'javascript:alert(1)'],
    ['shop.instagram', 'instagram.com/marashi'],
    ['shop.tiktok', '@marashi'],
    ['hours.sunday', { kind: 'open', opens: '19:00', closes: '09:00' }],
    ['hours.sunday', { kind: 'open', opens: '9', closes: '10' }],
  ])('refuse what they cannot hold: %s %j', async (key, value) => {
    const answer = await save(key, value)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)[0]).toMatch(/^value/)
    expect(await changes()).toEqual([])
  })

  it('refuse a key of nothing', async () => {
    expect((await save('shop.colour', 'red')).statusCode).toBe(400)
  })

  it('are no change where the same is saved again', async () => {
    await save('shop.name', 'Waridi')
    expect((await save('shop.name', 'Waridi', 1)).json()).toMatchObject({ version: 1 })
    expect((await save('shop.phone', initialSettings.shop.phone)).json()).toMatchObject({ version: 0 })
    expect(await changes()).toHaveLength(1)
  })
})

describe('two who save one setting', () => {
  it('are not told of each other where both save the same, as whoever lost the answer and saves again', async () => {
    const lost = (await save('shop.phone', '0722 000 111', 0)).json()
    const again = await save('shop.phone', '0722 000 111', 0)
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(lost)
    expect(await changes()).toHaveLength(1)
  })

  it('are told, whoever comes second', async () => {
    await save('shop.name', 'Waridi')
    const late = await save('shop.name', 'Zafarani', 0)
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'STALE' })
    expect(await record('shop', 'name')).toMatchObject({ value: 'Waridi', version: 1 })
  })

  it('are never both right, however they race', async () => {
    for (const version of [0, 1]) {
      const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => save('shop.name', name + version, version)))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
    }
    expect(await changes()).toHaveLength(2)
  })
})

describe('a change', () => {
  it('is taken back with one call, back to the specification too, and that is a change as well', async () => {
    await save('shop.name', 'Waridi')
    const { lastChange } = (await save('shop.name', 'Zafarani', 1)).json()
    const undone = await undo(lastChange.id)
    expect(undone.json()).toMatchObject({ value: 'Waridi', version: 3 })
    const [newest, , first] = await changes()
    expect(newest).toMatchObject({ undoes: lastChange.id, before: 'Zafarani', after: 'Waridi', canUndo: true })
    expect(first).toMatchObject({ canUndo: false })
    await undo(newest?.id ?? 0)
    expect(await record('shop', 'name')).toMatchObject({ value: 'Zafarani', version: 4 })

    const only = (await save('receipt.footer', 'Asante!')).json()
    expect((await undo(only.lastChange.id)).json()).toMatchObject({ value: '', version: 2 })
    expect((await shop.deps.settings.read()).receipt.footer).toBe('')
  })

  it('of the name of a place is taken back on the orders that go there too, also the first one', async () => {
    const { id } = await makeOrder(shop.deps.orm)
    const named = async () => (await ask('GET', `/packing-slips?orders=${id}`)).json().orders[0].placeName
    const [embu, ...others] = initialSettings.delivery.places
    const { lastChange } = (await save('delivery.places', [{ ...embu, name: 'Mombasa' }, ...others])).json()
    expect(await named()).toBe('Mombasa')
    expect((await undo(lastChange.id)).json()).toMatchObject({ value: initialSettings.delivery.places, version: 2 })
    expect(await named()).toBe('Embu')
  })

  it('is not taken back over a later one', async () => {
    const first = (await save('shop.name', 'Waridi')).json()
    await save('shop.name', 'Zafarani', 1)
    const answer = await undo(first.lastChange.id)
    expect(answer.json()).toMatchObject({ code: 'STALE' })
    expect(await record('shop', 'name')).toMatchObject({ value: 'Zafarani' })
  })

  it('is taken back once, however often it is asked for', async () => {
    const { lastChange } = (await save('shop.name', 'Waridi')).json()
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(lastChange.id)))
    for (const answer of answers) expect(answer.json()).toMatchObject({ value: 'Marashi', version: 2 })
    // Whoever lost the answer asks again.
    expect((await undo(lastChange.id)).json()).toEqual(answers[0]?.json())
    expect(await changes()).toHaveLength(2)
    await save('shop.name', 'Zafarani', 2)
    expect((await undo(lastChange.id)).json()).toMatchObject({ code: 'STALE' })
  })

  it('is not taken back after seven days', async () => {
    const { lastChange } = (await save('shop.name', 'Waridi')).json()
    now = new Date('2026-11-29T09:00:00Z')
    headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date('2026-11-30T00:00:00Z') })
    const answer = await undo(lastChange.id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toContain('7 days')
    expect(await record('shop', 'name')).toMatchObject({ value: 'Waridi', lastChange: null })
    expect((await undo(999_999)).statusCode).toBe(404)
  })
})

describe('the environment', () => {
  it('wins over what was saved, and cannot be saved over', async () => {
    const { lastChange } = (await save('shop.name', 'Waridi')).json()
    await using other = await buildTestApp({ databaseUrl: shop.databaseUrl, env: { SHOP_NAME: 'Fixed' } })
    expect(await publicShop(other)).toMatchObject({ name: 'Fixed' })
    const asked = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
      other.app.inject({ method, url: `/api/admin${url}`, headers, payload })
    expect((await asked('GET', '/settings')).json().shop.name).toMatchObject({
      value: 'Fixed',
      lockedBy: 'SHOP_NAME',
      lastChange: null,
    })
    for (const answer of [
      await asked('PUT', '/settings/shop.name', { value: 'Mine', version: 1 }),
      await asked('POST', `/setting-changes/${lastChange.id}/undo`),
    ]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().error).toContain('SHOP_NAME')
    }
    expect((await asked('PUT', '/settings/shop.phone', { value: '0722 000 111', version: 0 })).statusCode).toBe(200)
  })

  it('goes on with a phone that is refused today, until the owner changes it', async () => {
    await shop.query(`insert into shop_settings values ('shop.phone', '"555-1234"', 1, now(), 'x')`)
    expect((await shop.deps.settings.read()).shop.phone).toBe('555-1234')
    expect((await shop.app.inject('/api/shop')).json().phone).toBe('555-1234')
    expect((await save('shop.secondPhone', '712 345 678')).statusCode).toBe(200)
  })

  it('needs no help where an older version stored what this one refuses', async () => {
    await shop.query(
      `insert into shop_settings values ('shop.phone', '"call me"', 1, now(), 'x'), ('shop.gone', '1', 1, now(), 'x'),
       ('shop.instagram', '"instagram.com/marashi"', 1, now(), 'x')`,
    )
    const { phone, instagram } = (await shop.deps.settings.read()).shop
    expect([phone, instagram]).toEqual([initialSettings.shop.phone, ''])
  })
})

describe('the policies', () => {
  it('are sensible drafts until the owner writes them', async () => {
    const policy = async (slug: string) => (await shop.app.inject(`/api/policies/${slug}`)).json()
    for (const slug of ['delivery', 'returns', 'privacy']) expect((await policy(slug)).text.length).toBeGreaterThan(300)
    await save('policies.returns', 'We take back everything.')
    await expect.poll(() => policy('returns')).toEqual({ slug: 'returns', text: 'We take back everything.' })
    expect((await shop.app.inject('/api/policies/cookies')).statusCode).toBe(400)
  })
})
