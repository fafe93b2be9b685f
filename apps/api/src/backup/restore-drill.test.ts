import { access, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { backUpFullShop, backupSettings, filesIn, restoreStored, testKey } from '../testing/backup-harness.ts'
import { blankDatabase } from '../testing/blank-database.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { asRestored, inDatabase, readWholeDatabase } from '../testing/read-whole-database.ts'
import type { BackupPart } from './archive/read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { restorePictures } from './restored/restore-pictures.ts'
import { backupTargetOf } from './targets/backup-target-of.ts'

/** The order of one bottle, with the totals that the shop quotes for it. */
async function orderOne({ app, query }: TestApp) {
  const [product] = await query<{ id: string; name: string; price: number }>(
    'select id, name, price from products limit 1',
  )
  const items = [{ productId: product?.id, quantity: 1 }]
  const quote = await app.inject({
    method: 'POST',
    url: '/api/checkout/quote',
    payload: { deliveryLocation: 'embu', items },
  })
  const { deliveryCharge, subtotal, total } = quote.json<Record<string, number>>()
  return {
    order: {
      customerName: 'Amina',
      customerPhone: '0712345678',
      deliveryAddress: 'Moi Avenue 1',
      deliveryLocation: 'embu',
      paymentMethod: 'mpesa',
      deliveryCharge,
      subtotal,
      total,
    },
    items: [{ productId: product?.id, productName: product?.name, productPrice: product?.price, quantity: 1 }],
  }
}

it('brings a whole shop back on a new machine, where it takes the next order', { timeout: 120_000 }, async () => {
  await using lost = await backupSettings()
  await using found = await backupSettings()
  await using blank = await blankDatabase()
  await using shop = await buildTestApp()
  const made = await backUpFullShop(shop, lost)
  const before = await readWholeDatabase(shop.databaseUrl)

  const restored = await restoreStored(lost, made.name, { settings: found, url: blank.url })
  expect(restored?.manifest).toEqual(made.manifest)
  const after = await readWholeDatabase(blank.url)
  expect(asRestored(after)).toEqual(asRestored(before))
  for (const table of [
    'orders',
    'order_items',
    'order_notes',
    'payments',
    'payment_events',
    'payment_flags',
    'payment_refunds',
    'gateway_transactions',
    'gateway_transaction_events',
    'products',
    'reviews',
    'counters',
    'search_suffixes',
    'search_words',
  ])
    expect(after[table]?.length, table).toBeGreaterThan(0)
  const pictures = await filesIn(path.join(found.folder, 'media'))
  expect(pictures).toEqual(await filesIn(path.join(lost.folder, 'media')))
  expect(Object.keys(pictures)).toHaveLength(made.manifest.pictures?.files ?? 0)

  await using again = await buildTestApp({ databaseUrl: blank.url })
  expect((await again.app.inject('/readyz')).statusCode).toBe(200)
  const [product] = await again.query<{ id: string; price: number }>('select id, price from products order by name')
  const answer = await again.app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { 'idempotency-key': 'the-first-after-the-fire' },
    payload: await orderOne(again),
  })
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  const numbers = await again.query<{ number: string }>('select order_number as number from orders order by created_at')
  expect(new Set(numbers.map(({ number }) => number)).size).toBe((before.orders?.length ?? 0) + 1)
  await expect(again.query('delete from payment_events')).rejects.toThrow(/append-only/)
  await again.query(`update products set name = 'Udi Mpyá' where id = $1`, [product?.id])
  const search = await again.app.inject('/api/products?search=udi%20mpya')
  expect(search.json()).toMatchObject([{ id: product?.id }])
})

it('waits for what holds a table for a moment, because no shop runs that would wait behind it', {
  timeout: 60_000,
}, async () => {
  await using settings = await backupSettings()
  await using blank = await blankDatabase()
  await using shop = await buildTestApp()
  const made = await backUpFullShop(shop, settings, 0)
  await restoreStored(settings, made.name, { settings, url: blank.url })
  await inDatabase(blank.url, async (ask) => {
    // As an autovacuum, which ends when PostgreSQL looks for deadlocks, after a second.
    await ask('begin')
    await ask('lock table order_items in share update exclusive mode')
    const restored = restoreStored(settings, made.name, { settings, url: blank.url, mayReplace: true })
    await expect
      .poll(() => inDatabase(blank.url, (other) => other('select from pg_locks where not granted')), {
        timeout: 30_000,
      })
      .not.toEqual([])
    await wait(2_000)
    await ask('rollback')
    expect(await restored).toBeDefined()
  })
})

it('is the state of one instant, while orders keep coming', { timeout: 60_000 }, async () => {
  await using lost = await backupSettings()
  await using found = await backupSettings()
  await using blank = await blankDatabase()
  await using shop = await buildTestApp()
  let isOver = false
  const orders = (async () => {
    while (!isOver)
      await shop.query(`with o as (insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
                          values ('A', '0712345678', 'B', 'embu', 0, 100, 100, 'mpesa') returning id)
                        insert into payments (order_id, payment_method, amount) select id, 'mpesa', 100 from o`)
  })()
  const made = await backUpFullShop(shop, lost)
  isOver = true
  await orders
  await restoreStored(lost, made.name, { settings: found, url: blank.url })
  const after = await readWholeDatabase(blank.url)
  const unpaid = after.orders?.length ?? 0
  expect(unpaid).toBeGreaterThan(2)
  // fillShop makes one order without a payment.
  expect(after.payments).toHaveLength(unpaid - 1)
})

it('also brings back the settings, for the owner to compare', async () => {
  await using lost = await backupSettings()
  await using found = await backupSettings()
  await using blank = await blankDatabase()
  await using shop = await buildTestApp()
  process.env.SHOP_NAME = `Amina's "Oud"`
  try {
    const made = await backUpFullShop(shop, lost, 0)
    const restored = await restoreStored(lost, made.name, { settings: found, url: blank.url })
    const text = await readFile(restored?.settingsFile ?? '', 'utf8')
    expect(parseEnv(text)).toMatchObject({ SHOP_NAME: `Amina's "Oud"` })
    expect(text).not.toContain('BACKUP_KEY')
  } finally {
    delete process.env.SHOP_NAME
  }
})

it('goes into an empty shop alone, unless the owner replaces it', { timeout: 60_000 }, async () => {
  await using lost = await backupSettings()
  await using found = await backupSettings()
  await using shop = await buildTestApp()
  const made = await backUpFullShop(shop, lost, 1)
  const before = await readWholeDatabase(shop.databaseUrl)
  const copy = await blankDatabase()
  await using _copy = copy
  await restoreStored(lost, made.name, { settings: found, url: copy.url })
  {
    await using running = await buildTestApp({ databaseUrl: copy.url })
    await running.query('delete from reviews')
    await expect(restoreStored(lost, made.name, { settings: found, url: copy.url, mayReplace: true })).rejects.toThrow(
      /A shop runs on this database/,
    )
  }
  expect(await restoreStored(lost, made.name, { settings: found, url: copy.url })).toBeUndefined()
  expect((await readWholeDatabase(copy.url)).reviews).toEqual([])
  await restoreStored(lost, made.name, { settings: found, url: copy.url, mayReplace: true })
  expect(asRestored(await readWholeDatabase(copy.url))).toEqual(asRestored(before))
})

it('leaves a shop alone that was started while the owner was asked', { timeout: 60_000 }, async () => {
  await using own = await backupSettings()
  await using shop = await buildTestApp()
  const made = await backUpFullShop(shop, own, 0)
  await using copy = await blankDatabase()
  await restoreStored(own, made.name, { settings: own, url: copy.url })
  let started: TestApp | undefined
  const restore = restoreBackup({
    env: own.env,
    databaseUrl: copy.url,
    key: testKey,
    clock: () => new Date(),
    open: () => backupTargetOf(own.env).read(made.name),
    async mayReplace() {
      // Its supervisor brings it up again.
      started = await buildTestApp({ databaseUrl: copy.url })
      await started.query(`update reviews set content = 'written since'`)
      return true
    },
  })
  await expect(restore).rejects.toThrow(/A shop runs on this database/)
  expect(await started?.query('select distinct content from reviews')).toEqual([{ content: 'written since' }])
  await started?.[Symbol.asyncDispose]()
})

it('changes nothing where the settings cannot be written', { timeout: 60_000 }, async () => {
  await using own = await backupSettings()
  await using shop = await buildTestApp()
  const made = await backUpFullShop(shop, own, 0)
  await using copy = await blankDatabase()
  await restoreStored(own, made.name, { settings: own, url: copy.url })
  await inDatabase(copy.url, (ask) => ask('delete from reviews'))
  const before = await readWholeDatabase(copy.url)
  await rm(path.join(own.folder, 'restored-settings.env'))
  await mkdir(path.join(own.folder, 'restored-settings.env'))
  await expect(restoreStored(own, made.name, { settings: own, url: copy.url, mayReplace: true })).rejects.toThrow(
    /EISDIR/,
  )
  expect(await readWholeDatabase(copy.url)).toEqual(before)
})

it('takes no picture away that the shop has, also where the store takes none', async () => {
  await using own = await backupSettings()
  const media = mediaStoreOf(own.env)
  const files = (text: string) => new Map([['1080.jpg', Buffer.from(text)]])
  await media.put('kept', files('kept'))
  await media.put('damaged', files('half of it'))
  async function* partsOf(pictures: string[]): AsyncGenerator<BackupPart> {
    for (const pictureId of pictures)
      yield { kind: 'picture', pictureId, file: '1080.jpg', bytes: Buffer.from(pictureId) }
    yield { kind: 'settings', text: '' }
  }
  const stored = async () =>
    Object.entries(await filesIn(path.join(own.folder, 'media'))).map(
      ([name, bytes]) => `${name}: ${Buffer.from(bytes, 'base64')}`,
    )
  const full = { ...media, put: () => Promise.reject(new Error('The disk is full.')) }
  await expect(restorePictures(full, partsOf(['kept', 'lost']))).rejects.toThrow('The disk is full.')
  expect(await stored()).toContain('kept/1080.jpg: kept')
  await restorePictures(media, partsOf(['damaged', 'kept', 'lost']))
  expect(await stored()).toEqual(['damaged/1080.jpg: damaged', 'kept/1080.jpg: kept', 'lost/1080.jpg: lost'])
})

it('makes one backup at a time', async () => {
  await using settings = await backupSettings()
  await using shop = await buildTestApp()
  const { openSnapshot } = await import('./database/read-database.ts')
  await using _open = await openSnapshot(shop.databaseUrl)
  await expect(backUpFullShop(shop, settings, 0)).rejects.toThrow(/Another backup/)
  await expect(access(path.join(settings.folder, 'backups'))).rejects.toThrow()
})

it('goes on where the connection that waited for pictures was closed', { timeout: 60_000 }, async () => {
  await using lost = await backupSettings()
  await using found = await backupSettings()
  await using blank = await blankDatabase()
  await using shop = await buildTestApp()
  const made = await backUpFullShop(shop, lost)
  let reads = 0
  await restoreBackup({
    env: found.env,
    databaseUrl: blank.url,
    key: testKey,
    clock: () => new Date(),
    async open() {
      if (++reads === 2) {
        await inDatabase(blank.url, (ask) =>
          ask(
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
          ),
        )
      }
      return await backupTargetOf(lost.env).read(made.name)
    },
    mayReplace: async () => false,
  })
  expect(reads).toBe(2)
  expect(asRestored(await readWholeDatabase(blank.url))).toEqual(asRestored(await readWholeDatabase(shop.databaseUrl)))
})
