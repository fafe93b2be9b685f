import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { examineStore } from '../../doctor/examine-machine.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn } from '../../testing/factories.ts'
import { multipart, redAndBlue } from '../../testing/photos.ts'
import { garbageCollectPictures } from './garbage-collect-pictures.ts'
import { mediaStoreOf } from './media-store-of.ts'
import { pictureFiles } from './picture-files.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let directory: string
let server: S3rver
let shop: TestApp
let settings: Record<string, string>

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'marashi-s3-'))
  server = new S3rver({ directory, address: '127.0.0.1', port: 0, silent: true, configureBuckets: [{ name: 'shop' }] })
  const { port } = await server.run()
  settings = {
    S3_ENDPOINT: `http://127.0.0.1:${port}/`,
    S3_BUCKET: 'shop',
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
  }
  shop = await buildTestApp({ env: settings })
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

async function upload(to = shop) {
  const { headers, payload } = multipart({ name: 'image', bytes: await redAndBlue().png().toBuffer() })
  const session = await logIn(to.deps.orm)
  return await to.app.inject({
    method: 'POST',
    url: '/api/admin/uploads/image',
    headers: { ...headers, ...session },
    payload,
  })
}

describe('pictures in an S3-compatible store', () => {
  it('are served under the shop’s own address, for good', async () => {
    const { url } = (await upload()).json<{ url: string }>()
    const folder = new URL(url).pathname.replace('1080.jpg', '')
    const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
    for (const name of pictureFiles) {
      const answer = await shop.app.inject(folder + name)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': types[name.split('.')[1] as keyof typeof types],
        'content-length': String(answer.rawPayload.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.rawPayload.length).toBeGreaterThan(100)
    }
  })

  it('answer 404 where there is none', async () => {
    const { url } = (await upload()).json<{ url: string }>()
    const there = new URL(url).pathname
    for (const missing of [
      `/media/${randomUUID()}/1080.jpg`,
      there.replace('1080.jpg', '1081.jpg'),
      there.replace('1080.jpg', '..%2f..%2fsecret'),
    ]) {
      expect((await shop.app.inject(missing)).statusCode).toBe(404)
    }
  })

  it('are garbage-collected like those in a folder', async () => {
    const { url } = (await upload()).json<{ url: string }>()
    const later = () => new Date(Date.now() + DAY_MS + 60_000)
    await garbageCollectPictures({ em: shop.deps.orm.em.fork(), clock: later }, mediaStoreOf(shop.deps.env))
    expect((await shop.app.inject(new URL(url).pathname)).statusCode).toBe(404)
    expect(await shop.query('select from uploaded_pictures')).toEqual([])
  })

  it('come whole to a phone that takes longer than the store may take', async () => {
    const { url } = (await upload()).json<{ url: string }>()
    const [, , id = ''] = new URL(url).pathname.split('/')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const found = await mediaStoreOf(shop.deps.env).read(id, '1080.jpg')
    await vi.advanceTimersByTimeAsync(60_000)
    const bytes = Buffer.concat((await found?.body.toArray()) ?? [])
    expect([bytes.length, bytes.length > 0]).toEqual([found?.size, true])
  })

  it('come whole from a store that does not tell how long they are', async () => {
    const proxy = createServer((_request, response) => {
      response.write('half')
      response.end('half')
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const { port } = proxy.address() as AddressInfo
    const store = mediaStoreOf({ ...shop.deps.env, S3_ENDPOINT: `http://127.0.0.1:${port}` })
    const found = await store.read(randomUUID(), '1080.jpg')
    expect([found?.size, Buffer.concat((await found?.body.toArray()) ?? []).toString()]).toEqual([8, 'halfhalf'])
  })

  it('keep nothing of an examination of the store, which every start makes', async () => {
    const store = mediaStoreOf(shop.deps.env)
    const before = await store.list()
    expect(await examineStore(store)).toMatchObject({ state: 'fine' })
    expect(await store.list()).toEqual(before)
  })

  it.each([
    ['the keys are wrong', { S3_SECRET_KEY: 'wrong' }],
    ['the bucket is missing', { S3_BUCKET: 'nowhere' }],
    ['the store is unreachable', { S3_ENDPOINT: 'http://127.0.0.1:1' }],
  ])('are refused when %s', async (_what, wrong) => {
    await using broken = await buildTestApp({ env: { ...settings, ...wrong } })
    const answer = await upload(broken)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('60')
    expect(answer.json().error).toBe('The picture store is not available. Please check it, then try again.')
  })

  it('need all four settings, or none', async () => {
    await expect(buildTestApp({ env: { ...settings, S3_SECRET_KEY: '', S3_BUCKET: '' } })).rejects.toThrow(
      'without S3_BUCKET, S3_SECRET_KEY',
    )
  })
})
