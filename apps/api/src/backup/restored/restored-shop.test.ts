import { randomUUID } from 'node:crypto'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { restoreReport } from '../../commands/report-restore.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open-database.ts'
import { garbageCollectPictures } from '../../modules/media/garbage-collect-pictures.ts'
import { mediaStoreOf } from '../../modules/media/media-store-of.ts'
import { backupSettings, restoreStored, sourcesOf } from '../../testing/backup-harness.ts'
import { blankDatabase } from '../../testing/blank-database.ts'
import { buildTestApp, type TestApp, testPassword } from '../../testing/build-test-app.ts'
import { errorOf } from '../../testing/documented-operations.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct } from '../../testing/factories.ts'
import { inDatabase } from '../../testing/read-whole-database.ts'
import { makeBackup } from '../make-backup.ts'

const DAY_MS = 24 * 60 * 60_000
const patient = { timeout: 60_000 }

let settings: Awaited<ReturnType<typeof backupSettings>>
let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  settings = await backupSettings()
})
afterAll(() => settings[Symbol.asyncDispose]())
beforeEach(async () => {
  database = await cloneDatabase(inject('databaseTemplate'))
})
afterEach(() => database.drop())

/** A shop that serves on the test's database while `work` lasts: a restore wants it stopped. */
async function whileServing<Result>(work: (shop: TestApp) => Promise<Result>, url = database.url): Promise<Result> {
  await using shop = await buildTestApp({ databaseUrl: url, env: { LIMIT_KEYS: 'off' } })
  return await work(shop)
}
const backUp = async () => (await makeBackup(sourcesOf(settings, database.url), 'manual')).name
const restore = (name: string, { url = database.url, now = new Date() } = {}) =>
  restoreStored(settings, name, { settings, url, mayReplace: true, now })

const send = (
  shop: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: object,
  payload?: object,
) => shop.app.inject({ method, url: `/api/admin/${url}`, headers: { ...headers }, ...(payload && { payload }) })

async function makeKey(shop: TestApp, name: string): Promise<{ id: string; bearer: { authorization: string } }> {
  const payload = { name, scopes: ['orders:read'] }
  const made = (await send(shop, 'POST', 'api-keys', await logIn(shop.deps.orm), payload)).json()
  return { id: made.id, bearer: { authorization: `Bearer ${made.key}` } }
}
const statusFor = async (shop: TestApp, headers: object) => (await send(shop, 'GET', 'orders', headers)).statusCode

const makeWebhook = async (shop: TestApp, url: string): Promise<string> =>
  (await send(shop, 'POST', 'webhooks', await logIn(shop.deps.orm), { url, types: ['order.placed'] })).json().id

const subscribe = (shop: TestApp, browser: string) =>
  shop.query(
    `insert into push_subscriptions (endpoint, p256dh, auth, browser, created_at) values ($1, 'p', 'a', $2, now())`,
    [`https://push.example/${browser}`, browser],
  )

describe('who may come in after a restore', () => {
  it(
    'is nobody who was shut out since the backup: sessions and known browsers end, revoked keys stay so',
    patient,
    async () => {
      const { cookie, revoked, live } = await whileServing(async (shop) => {
        await shop.query(`insert into admin_devices (token_hash, created_at, last_login_at) values ('d', now(), now())`)
        const keys = [await makeKey(shop, 'Leaked'), await makeKey(shop, 'Bookkeeping')] as const
        return { cookie: await logIn(shop.deps.orm), revoked: keys[0], live: keys[1] }
      })
      const backup = await backUp()
      await whileServing(async (shop) => {
        expect([await statusFor(shop, cookie), await statusFor(shop, revoked.bearer)]).toEqual([200, 200])
        await send(shop, 'DELETE', `api-keys/${revoked.id}`, await logIn(shop.deps.orm))
      })
      expect((await restore(backup))?.closed.keys).toEqual([expect.stringMatching(/^Leaked \(marashi_.{4}…\)$/)])
      await whileServing(async (shop) => {
        expect(await statusFor(shop, cookie)).toBe(401)
        expect(await statusFor(shop, revoked.bearer)).toBe(401)
        expect(await statusFor(shop, live.bearer)).toBe(200)
        expect(await shop.query('select from admin_devices')).toEqual([])
      })
    },
  )

  it('is no key on a new machine, where nobody knows which were revoked, and each is named', patient, async () => {
    const { bearer } = await whileServing((shop) => makeKey(shop, 'Bookkeeping'))
    const backup = await backUp()
    await using blank = await blankDatabase()
    const restored = await restore(backup, { url: blank.url })
    expect(restored?.closed.keys).toContainEqual(expect.stringMatching(/^Bookkeeping /))
    await whileServing(async (shop) => expect(await statusFor(shop, bearer)).toBe(401), blank.url)
  })
})

describe('who is told after a restore', () => {
  it(
    'are the webhooks and browsers that were told before it, with the same secrets; others wait for the owner',
    patient,
    async () => {
      const removed = await whileServing(async (shop) => {
        await makeWebhook(shop, 'https://stays.example/hook')
        await makeWebhook(shop, 'https://renewed.example/hook')
        await subscribe(shop, 'phone')
        await subscribe(shop, 'sold-phone')
        return await makeWebhook(shop, 'https://removed.example/hook')
      })
      const backup = await backUp()
      await whileServing(async (shop) => {
        await send(shop, 'DELETE', `webhooks/${removed}`, await logIn(shop.deps.orm))
        await shop.query(`update webhook_secrets set secret = 'whsec_new' where endpoint_id =
                        (select id from webhook_endpoints where url like '%renewed%')`)
        await shop.query(`delete from push_subscriptions where browser = 'sold-phone'`)
      })
      const restored = await restore(backup)
      expect(restored?.closed.webhooks.toSorted()).toEqual(['removed.example', 'renewed.example'])
      expect(restored?.closed.browsers).toBe(1)
      await whileServing(async (shop) => {
        expect(await shop.query('select url, paused_by from webhook_endpoints order by url')).toEqual([
          { url: 'https://removed.example/hook', paused_by: 'owner' },
          { url: 'https://renewed.example/hook', paused_by: 'owner' },
          { url: 'https://stays.example/hook', paused_by: null },
        ])
        expect(await shop.query('select browser from push_subscriptions')).toEqual([{ browser: 'phone' }])
      })
      await using blank = await blankDatabase()
      const { closed } = (await restore(backup, { url: blank.url })) ?? {}
      expect([closed?.webhooks.length, closed?.browsers]).toEqual([3, 2])
    },
  )

  it('reports payments to the address that the provider was told last', patient, async () => {
    const put = (token: string, account: string) =>
      inDatabase(database.url, (ask) =>
        ask(`insert into confirmation_addresses (gateway, token, state, registered_url, registered_for, created_at)
             values ('mpesa', '${token}', 'registered', 'https://shop.test/${token}', '${account}', now())
             on conflict (gateway) do update set token = excluded.token, registered_url = excluded.registered_url,
               registered_for = excluded.registered_for`),
      )
    await put('known-to-a-thief', 'an old till')
    const backup = await backUp()
    await put('new', 'the till')
    await inDatabase(database.url, (ask) =>
      ask(
        `insert into replaced_confirmation_addresses (token_hash, gateway, replaced_at) values ('of a thief', 'mpesa', now())`,
      ),
    )
    await restore(backup)
    const tokenIn = (url: string) =>
      inDatabase(url, (ask) => ask('select token, registered_url, registered_for from confirmation_addresses'))
    expect(await tokenIn(database.url)).toEqual([
      { token: 'new', registered_url: 'https://shop.test/new', registered_for: 'the till' },
    ])
    expect(
      await inDatabase(database.url, (ask) => ask('select token_hash from replaced_confirmation_addresses')),
    ).toEqual([{ token_hash: 'of a thief' }])

    // A shop that was opened on a new machine before the restore has an address that nobody was told.
    const opened = await cloneDatabase(inject('databaseTemplate'))
    await inDatabase(opened.url, (ask) =>
      ask(`insert into confirmation_addresses (gateway, token, created_at) values ('mpesa', 'unused', now())`),
    )
    await restore(backup, { url: opened.url })
    expect(await tokenIn(opened.url)).toMatchObject([{ token: 'known-to-a-thief' }])
    await opened.drop()
  })
})

it(
  'keeps no picture for ever that was uploaded after the backup and that no product shows any more',
  patient,
  async () => {
    const media = mediaStoreOf(settings.env)
    const uploaded = randomUUID()
    const backup = await backUp()
    await media.put(uploaded, new Map([['1080.jpg', Buffer.from('a bottle')]]))
    await media.put('bottle-900', new Map([['1080.jpg', Buffer.from('drawn by the shop')]]))
    await restore(backup)
    await whileServing(async (shop) => {
      const collect = (now: Date) =>
        garbageCollectPictures({ em: shop.deps.orm.em.fork(), clock: () => now }, media).then(() => media.list())
      expect(await collect(new Date())).toContain(uploaded)
      const left = await collect(new Date(Date.now() + 2 * DAY_MS))
      expect(left).not.toContain(uploaded)
      expect(left).toContain('bottle-900')
    })
  },
)

describe('what is given out after a restore', () => {
  const orderNumber = async (shop: TestApp) => Number((await makeOrder(shop.deps.orm)).orderNumber.slice(2))

  it('are order numbers beyond those that a lost order may have had', patient, async () => {
    const kept = await whileServing(orderNumber)
    const backup = await backUp()
    const lost = await whileServing(async (shop) => {
      await shop.query(`select setval('order_number_seq', 5000000)`)
      return await orderNumber(shop)
    })
    await restore(backup)
    expect(await whileServing(orderNumber)).toBe(lost + 1)

    await using soon = await blankDatabase()
    await restore(backup, { url: soon.url })
    expect(await whileServing(orderNumber, soon.url)).toBeGreaterThan(kept + 999)
    await using late = await blankDatabase()
    await restore(backup, { url: late.url, now: new Date(Date.now() + DAY_MS) })
    expect(await whileServing(orderNumber, late.url)).toBeGreaterThan(kept + 86_400)
  })

  it('are none where the clock is late: it could not be told how many were given', patient, async () => {
    const kept = await whileServing(orderNumber)
    const backup = await backUp()
    await using late = await blankDatabase()
    const restored = restore(backup, { url: late.url, now: new Date(Date.now() - DAY_MS) })
    await expect(restored).rejects.toThrow(
      /This backup was made at .* clock of the database says .*Nothing was changed/,
    )
    expect(await whileServing(orderNumber)).toBe(kept + 1)
  })

  it('are events that no reader passes over: each is told that its place is gone', patient, async () => {
    const product = await whileServing(async (shop) => {
      await makeWebhook(shop, 'https://stays.example/hook')
      return await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
    })
    const read = async (shop: TestApp, after: number) =>
      shop.app.inject({ url: `/api/events?limit=500&after=${after}`, headers: await logIn(shop.deps.orm) })
    const { kept, first, place } = await whileServing(async (shop) => {
      const { next, events } = (await read(shop, 0)).json()
      const [endpoint] = await shop.query<{ position: string }>('select position from webhook_endpoints')
      return { kept: next, first: events[0].id, place: Number(endpoint?.position) }
    })
    const backup = await backUp()
    const { next: lost } = await whileServing(async (shop) => {
      await shop.query('update products set price = price + 1 where id = $1', [product.id])
      return (await read(shop, kept)).json()
    })
    expect(lost).toBeGreaterThan(kept)
    await using blank = await blankDatabase()
    for (const url of [database.url, blank.url]) {
      await restore(backup, { url })
      await whileServing(async (shop) => {
        expect(errorOf(await read(shop, lost))).toBe('400 EVENTS_GONE')
        expect(errorOf(await read(shop, kept))).toBe('400 EVENTS_GONE')
        const before = (await read(shop, 0)).json()
        expect(before.events[0].id).toBeGreaterThan(lost)
        const [endpoint] = await shop.query<{ position: string }>('select position from webhook_endpoints')
        expect(Number(endpoint?.position) - before.events[0].id).toBe(place - first)
        await shop.query('update products set price = price + 1 where id = $1', [product.id])
        expect((await read(shop, before.next)).json().events).toMatchObject([
          { type: 'product.changed', id: before.next + 1 },
        ])
      }, url)
    }
  })
})

describe('customers who were erased after a backup', () => {
  async function orderOf(shop: TestApp, phone: string) {
    const order = await makeOrder(shop.deps.orm)
    await shop.query(`update orders set customer_phone = $2, customer_name = 'Amina' where id = $1`, [order.id, phone])
    return order
  }
  const erase = async (shop: TestApp, id: string) =>
    send(shop, 'POST', `customers/${id}/erase`, await logIn(shop.deps.orm), { password: testPassword })
  const named = (url: string) =>
    inDatabase(url, (ask) =>
      ask<{ phone: string }>(`select customer_phone as phone from orders where customer_name = 'Amina' order by 1`),
    )

  it('do not come back, but for those whose money moves in it, who are named', patient, async () => {
    const [, gone, open] = await whileServing(async (shop) => [
      await orderOf(shop, '0700000001'),
      await orderOf(shop, '0700000002'),
      await orderOf(shop, '0700000003'),
    ])
    await whileServing((shop) => makePayment(shop.deps.orm, open as never))
    const backup = await backUp()
    await whileServing(async (shop) => {
      await shop.query(`update payments set status = 'failed'`)
      for (const order of [gone, open]) expect((await erase(shop, order?.id ?? '')).statusCode).toBe(200)
    })
    expect((await restore(backup))?.erased).toEqual({ customers: 1, left: [open?.orderNumber], areKnown: true })
    expect(await named(database.url)).toEqual([{ phone: '0700000001' }, { phone: '0700000003' }])
  })

  it('come back on a new machine, or over another shop, and that is said', patient, async () => {
    const { id } = await whileServing((shop) => orderOf(shop, '0700000001'))
    const backup = await backUp()
    await whileServing((shop) => erase(shop, id))
    await using blank = await blankDatabase()
    const other = await cloneDatabase(inject('databaseTemplate'))
    await whileServing((shop) => orderOf(shop, '0700000009'), other.url)
    for (const url of [blank.url, other.url])
      expect((await restore(backup, { url }))?.erased).toEqual({ customers: 0, left: [], areKnown: false })
    await other.drop()
    expect(await named(blank.url)).toHaveLength(1)
  })
})

it(
  'shows pictures again that were deleted since: a copy from before an update holds none, and that is said',
  patient,
  async () => {
    await whileServing(async ({ deps: { orm } }) => {
      await makeProduct(orm, await makeCategory(orm, 'Oud'), { image: '/media/deleted/1080.jpg' })
    })
    const copy = (await makeBackup(sourcesOf(settings, database.url), 'before-update')).name
    const back = await restore(copy)
    expect(back?.pictures).toMatch(/^1 picture that products show is not in .*media or cannot be read there: .+\. Copy/)
    expect(back && restoreReport(back).join('\n')).toMatch(/1 picture that .* older backup/)
    await mediaStoreOf(settings.env).put('deleted', new Map())
    expect((await restore(copy))?.pictures).toBeUndefined()
  },
)

it(
  'says of pictures that were uploaded since that they go after a day where no product shows them',
  patient,
  async () => {
    const name = await backUp()
    await mediaStoreOf(settings.env).put(randomUUID(), new Map())
    const back = await restore(name)
    expect(back && restoreReport(back).join('\n')).toMatch(
      /uploaded since, which are deleted after a day .*: [1-9]\d*\./,
    )
    const again = await restore(name)
    expect(again?.adoptedPictures).toBe(back?.adoptedPictures)
  },
)

it('says of which instant the rows are: pictures, which are stored before, may have taken hours', patient, async () => {
  let hour = 0
  const clock = () => new Date(Date.UTC(2026, 10, 22, ++hour))
  const { name, manifest } = await makeBackup({ ...sourcesOf(settings, database.url), clock }, 'manual')
  expect([manifest.madeAt, manifest.databaseAt]).toEqual(['2026-11-22T01:00:00.000Z', '2026-11-22T02:00:00.000Z'])
  const back = await restore(name)
  expect(back && restoreReport(back)[0]).toContain('is back as it was at 2026-11-22T02:00:00.000Z')
  const older = back && { ...back, manifest: { ...back.manifest, databaseAt: undefined } }
  expect(older && restoreReport(older)[0]).toContain('is back as it was at 2026-11-22T01:00:00.000Z')
})

it(
  'also restores the backup of a shop that was older than all of this, and names whom it cannot erase there',
  patient,
  async () => {
    await using old = await blankDatabase()
    const orm = await openDatabase(old.url)
    await orm.migrator.up({ to: 'Migration20261122001700_backups' })
    await orm.close()
    await inDatabase(old.url, (ask) =>
      ask(`insert into admin_sessions (session_id, expires_at) values ('s', now() + interval '1 day');
         insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
         values ('Amina', '0700000001', 'B', 'embu', 0, 100, 100, 'mpesa')`),
    )
    const { name } = await makeBackup(sourcesOf(settings, old.url), 'manual')
    await whileServing((shop) => makeKey(shop, 'Bookkeeping'))
    const first = await restore(name)
    expect(first?.pictures).toMatch(/could not be told/)
    expect(first).toMatchObject({ closed: { keys: [], webhooks: [], browsers: 0 }, erased: { areKnown: false } })
    expect(await inDatabase(database.url, (ask) => ask('select from admin_sessions'))).toEqual([])

    const updated = await openDatabase(database.url)
    await migrate(updated)
    await updated.close()
    const [order] = await whileServing(async (shop) => {
      const orders = await shop.query<{ id: string; number: string }>('select id, order_number as number from orders')
      const { id = '' } = orders[0] ?? {}
      const headers = await logIn(shop.deps.orm)
      const erased = await send(shop, 'POST', `customers/${id}/erase`, headers, { password: testPassword })
      expect(erased.statusCode).toBe(200)
      return orders
    })
    expect((await restore(name))?.erased).toEqual({ customers: 0, left: [order?.number], areKnown: true })
  },
)
