import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { orderRequest } from '../testing/order-request.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/** A disk of 160 MB in memory; undefined where this system does not let us mount one. */
function smallDisk() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder], {
    stdio: 'ignore',
  })
  if (status !== 0) return void rmSync(folder, { recursive: true })
  const rest = path.join(folder, 'rest')
  return {
    folder,
    fill() {
      const bytes = Buffer.alloc(4_096)
      for (let size = 256; size >= 1; size /= 2) {
        try {
          for (;;) appendFileSync(rest, Buffer.alloc(bytes.length * size))
        } catch {
          // No place for so much; perhaps for less.
        }
      }
    },
    free: () => rmSync(rest),
    [Symbol.dispose]() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function order(shop: TestApp, productId: string) {
  const { statusCode, headers, body } = await shop.app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { 'idempotency-key': randomUUID() },
    payload: orderRequest({ id: productId, name: 'Oud Tausi', price: 1_000 }),
  })
  return { statusCode, headers, answer: JSON.parse(body) as { orderNumber?: string; error?: string } }
}

it('shows the catalogue, refuses orders with the truth and loses none that it took while its disk is full', async (test) => {
  using disk = smallDisk()
  if (!disk) return test.skip('no small disk can be mounted here')
  chmodSync(disk.folder, 0o755)
  await using ends = new AsyncDisposableStack()
  const server = await startEmbeddedPostgres({ dir: path.join(disk.folder, 'postgres'), durable: true })
  ends.defer(() => server.stop())
  const databaseUrl = server.url('postgres')
  const orm = await openDatabase(databaseUrl)
  await migrate(orm)
  const { id } = await makeProduct(orm, await makeCategory(orm, 'Oud'), { name: 'Oud Tausi', price: 1_000 })
  await orm.close()
  const shop = ends.use(await buildTestApp({ databaseUrl }))

  const taken: (string | undefined)[] = []
  disk.fill()
  let refused: Awaited<ReturnType<typeof order>> | undefined
  while (!refused && taken.length < 2_000) {
    const tried = await order(shop, id)
    if (tried.statusCode === 201) taken.push(tried.answer.orderNumber)
    else refused = tried
  }
  expect(refused).toMatchObject({ statusCode: 503, answer: { error: expect.stringMatching(/disk .* is full/) } })
  expect(refused?.headers['retry-after']).toBeDefined()
  expect((await shop.app.inject('/api/products?limit=7')).json()).toMatchObject({ data: [{ id }] })
  disk.free()
  const after = await order(shop, id)
  expect(after.statusCode).toBe(201)
  const stored = await shop.query<{ number: string }>('select order_number as number from orders')
  expect(stored.map(({ number }) => number).toSorted()).toEqual([...taken, after.answer.orderNumber].toSorted())
}, 60_000)
