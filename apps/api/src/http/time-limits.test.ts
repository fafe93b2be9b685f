import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTRPCClient, httpLink } from '@trpc/client'
import { initTRPC } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { readEnvironment } from '../env.ts'
import { mountFiles } from '../pages/mount-files.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { logIn, makeOrder } from '../testing/factories.ts'
import { openServer } from './open-server.ts'
import { HANDLER_TIMEOUT_MS } from './time-limits.ts'
import { mountTrpc } from './transports/trpc.ts'

// A whole handler's time would hold up every run of the tests.
vi.mock('./time-limits.ts', async (original) => ({ ...(await original<object>()), HANDLER_TIMEOUT_MS: 5_000 }))

const tooLongForAHandler = () => sleep(HANDLER_TIMEOUT_MS + 1_000)
/** More than the buffers between two programs hold, in bytes. */
const largeBytes = 40 * 2 ** 20

describe.concurrent('what is sent piece by piece may take longer than a handler', () => {
  it('a file of a folder that is taken slowly', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'marashi-files-'))
    const app = openServer(readEnvironment({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }), undefined)
    try {
      await writeFile(path.join(root, 'large.avif'), Buffer.alloc(largeBytes))
      await mountFiles(app, { root, prefix: '/media/' })
      const answer = await ask(app, '/media/large.avif')
      await tooLongForAHandler()
      expect((await buffer(answer)).length).toBe(largeBytes)
    } finally {
      await app.close()
      await rm(root, { recursive: true })
    }
  })

  it('a picture of a store that is taken slowly', async () => {
    const env = { S3_ENDPOINT: 'http://127.0.0.1:9/', S3_BUCKET: 'b', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' }
    const read = async () => ({ body: Readable.from(inTwoParts(largeBytes)), size: largeBytes })
    await using shop = await buildTestApp({ env, media: { read } as never })
    const answer = await ask(shop.app, '/media/019b0000-0000-7000-8000-000000000000/1080.jpg')
    await tooLongForAHandler()
    expect((await buffer(answer)).length).toBe(largeBytes)
  })

  it('a page of the administration that is told what happens', async ({ expect }) => {
    await using shop = await buildTestApp()
    const answer = await ask(shop.app, '/trpc/admin.events.live?input=%7B%7D', await logIn(shop.deps.orm))
    let sent = ''
    answer.setEncoding('utf8').on('data', (text: string) => {
      sent += text
    })
    await tooLongForAHandler()
    const { id } = await makeOrder(shop.deps.orm)
    try {
      await expect.poll(() => sent).toContain(id)
    } finally {
      answer.destroy() // the shop waits for its end before it closes
    }
  })
})

const json = { body: '{}', headers: { 'content-type': 'application/json' } }

it.each([
  ['of a read', { method: 'GET' }, /very busy/],
  [
    'of a write, whose body was read whole, and which may still be done',
    { method: 'POST', ...json },
    /may still be done/,
  ],
  ['of a write without a body', { method: 'DELETE' }, /may still be done/],
])('a handler that takes longer is broken off: %s', async (_, request, message) => {
  await using server = await serverThat(() => sleep(2 * HANDLER_TIMEOUT_MS))
  const answer = await fetch(server.address, request)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await answer.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', error: expect.stringMatching(message) })
})

it('a slow write over tRPC reaches its client with the same words', async () => {
  const { procedure, router } = initTRPC.meta<object>().create()
  const slow = router({ write: procedure.meta({}).mutation(() => sleep(2 * HANDLER_TIMEOUT_MS)) })
  const app = openServer(readEnvironment({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }), undefined)
  try {
    await mountTrpc(app, slow as never, () => ({}) as never)
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/trpc`
    await expect(createTRPCClient<typeof slow>({ links: [httpLink({ url })] }).write.mutate()).rejects.toMatchObject({
      message: expect.stringMatching(/may still be done/),
      data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, retryAfterSeconds: 10 },
    })
  } finally {
    await app.close()
  }
})

it.each([
  ['with a body', { method: 'POST', ...json }],
  ['without one', { method: 'DELETE' }],
])('a write %s that is done in time is answered so, though its answer waits for the cache', async (_, request) => {
  await using server = await serverThat(() => sleep(HANDLER_TIMEOUT_MS - 500, { isDone: true }), 1_000)
  const answer = await fetch(server.address, request)
  expect([answer.status, await answer.json()]).toEqual([200, { isDone: true }])
})

/** A server whose one route does this, and whose answers wait before they are sent. */
async function serverThat(handler: () => Promise<unknown>, waitMs = 0) {
  const app = openServer(readEnvironment({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }), undefined)
  app.addHook('onSend', async () => void (await sleep(waitMs)))
  for (const method of ['GET', 'POST', 'DELETE']) app.route({ method, url: '/', handler })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { address, [Symbol.asyncDispose]: () => app.close() }
}

async function* inTwoParts(bytes: number) {
  yield Buffer.alloc(bytes / 2)
  yield Buffer.alloc(bytes / 2)
}

/** The answer to a request over the network, of which nothing is read yet. */
async function ask(app: FastifyInstance, url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: url, headers, agent: false }, resolve).on('error', reject)
  })
}
