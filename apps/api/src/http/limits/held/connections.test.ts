import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEnvironment } from '../../../env.ts'
import { openServer } from '../../open-server.ts'

const LARGE = Buffer.alloc(20_000_000, 'x')

let app: FastifyInstance
let begun = 0
beforeEach(() => open())
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

async function open(settings: Record<string, string> = {}): Promise<void> {
  begun = 0
  app = openServer(readEnvironment({ LOG_LEVEL: 'fatal', ...settings }), undefined)
  app.get('/slow', async () => {
    begun++
    await wait(200)
    return 'answer'
  })
  app.get('/large', async () => LARGE)
  await app.listen({ port: 0, host: '127.0.0.1' })
}

/** A connection that sends `text`, and takes nothing of the answers until it is told to. */
function ask(text: string, { from = '127.0.0.1' } = {}) {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const pieces: Buffer[] = []
  let isEnded = false
  socket.on('error', () => undefined).on('close', () => (isEnded = true))
  socket.write(text)
  return {
    send: (more: string) => socket.write(more),
    take: () => socket.on('data', (piece: Buffer) => pieces.push(piece)),
    taken: () => Buffer.concat(pieces).toString('latin1'),
    isEnded: () => isEnded,
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`

it('ends a connection that asks again before it was answered', async () => {
  const flood = ask(get('/slow').repeat(2_000))
  flood.take()
  await expect.poll(flood.isEnded).toBe(true)
  expect(begun).toBe(1)
})

it('answers a connection that asks again after each answer', async () => {
  const polite = ask(get('/slow'))
  polite.take()
  for (let nth = 1; nth <= 3; nth++) {
    await expect.poll(() => polite.taken().match(/\r\n\r\nanswer/g)?.length).toBe(nth)
    polite.send(get('/slow'))
  }
  expect(polite.isEnded()).toBe(false)
})

it('tells the request of a connection that is ended so', async () => {
  let isClosed = false
  app.server.prependListener('request', (request) => request.once('close', () => (isClosed = true)))
  const flood = ask(get('/slow').repeat(2))
  flood.take()
  await expect.poll(flood.isEnded).toBe(true)
  await expect.poll(() => isClosed).toBe(true)
})

describe('answers that are not taken', () => {
  it('cost a network its connections, and none of another that is only slow', () =>
    starve((from) => ask(get('/large'), { from })))

  it('cost those who ask through a proxy theirs, not everybody', async () => {
    await app.close()
    await open({ TRUST_PROXY: '127.0.0.1' })
    await starve((from) => ask(`GET /large HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: ${from}\r\n\r\n`))
  })

  async function starve(begin: (from: string) => ReturnType<typeof ask>): Promise<void> {
    const slow = begin('127.0.0.2')
    const flood = Array.from({ length: 12 }, () => begin('127.0.0.1'))
    await wait(1_000)
    for (const each of flood) each.take()
    await expect.poll(() => flood.filter((each) => each.isEnded()).length).toBeGreaterThanOrEqual(10)
    slow.take()
    await expect.poll(() => slow.taken().length).toBeGreaterThan(LARGE.length)
  }
})
