import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEnvironment } from '../../../env.ts'
import { openServer } from '../../open-server.ts'

const LARGE = Buffer.alloc(20_000_000, 'x')

let app: FastifyInstance
let begun = 0
beforeEach(async () => {
  begun = 0
  app = openServer(readEnvironment({ LOG_LEVEL: 'fatal' }), undefined)
  app.get('/slow', async () => {
    begun++
    await wait(200)
    return 'answer'
  })
  app.get('/large', async () => LARGE)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

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

it('ends connections of a network that takes too little of its answers, and none of another that is only slow', async () => {
  const slow = ask(get('/large'), { from: '127.0.0.2' })
  const flood = Array.from({ length: 12 }, () => ask(get('/large')))
  await wait(1_000)
  for (const each of flood) each.take()
  await expect.poll(() => flood.filter((each) => each.isEnded()).length).toBeGreaterThanOrEqual(10)
  slow.take()
  await expect.poll(() => slow.taken().length).toBeGreaterThan(LARGE.length)
})
