import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../../db/open-database.ts'
import { makeCategory, makeProduct } from '../../../testing/factories.ts'
import { giveAddressesOut } from '../../../testing/give-addresses-out.ts'
import { orderRequest } from '../../../testing/order-request.ts'
import { startShopProcesses, untilServed } from '../../../testing/shop-processes.ts'

// What a process may hold at most. One that sells holds 290, and 350 during these floods, 420 on a machine that is busy otherwise.
const MOST_MB = 512
const token = 'a'.repeat(64)
const metricsToken = 'metrics of the floods'

/** A process of the shop with one perfume and an attempt that waits for its callback at `token`. */
async function openShop() {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url)
  const product = await makeProduct(orm, await makeCategory(orm, 'Oud'), { name: 'Oud Tausi', price: 1_000 })
  await giveAddressesOut(orm, token)
  await orm.close()
  const shop = await startShopProcesses(1, url, { LOG_LEVEL: 'fatal', METRICS_TOKEN: metricsToken })
  const [port] = shop.ports as [number]
  return {
    port,
    order: orderRequest(product),
    memoryMb: () => {
      const status = readFileSync(`/proc/${shop.processes[0]?.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
    },
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      await drop()
    },
  }
}

/** Opens `count` connections that send `parts` one after another and nothing more. */
async function flood(port: number, count: number, ...parts: (string | Buffer)[]) {
  const sockets: Socket[] = []
  for (let nth = 0; nth < count; nth++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    for (const part of parts) socket.write(part)
    sockets.push(socket)
    if (nth % 20 === 19) await wait(5)
  }
  return {
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const head = (address: string, length: number, more = '') =>
  `POST ${address} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`
const body = (length: number) => Buffer.alloc(length - 1, 'x')
/** A body that comes a byte at a time. */
const drops = Array<string>(9).fill('1\r\nx\r\n'.repeat(10_000))
const chunkedHead = (what: string, more = '') =>
  `${what} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n${more}Transfer-Encoding: chunked\r\n\r\n`

type Flood = [what: string, count: number, parts: (string | Buffer)[]]

const whole: Flood[] = [
  ['webhooks to guessed addresses', 750, [head('/api/hooks/pay/guessed', 1_000_000), body(1_000_000)]],
  ['webhooks to a right address', 750, [head(`/api/hooks/pay/${token}`, 250_000), body(250_000)]],
  [
    'webhooks with a forged signature',
    750,
    [head('/api/hooks/stripe', 250_000, 'Stripe-Signature: t=1,v1=0\r\n'), body(250_000)],
  ],
  ['orders', 5_000, [head('/api/orders', 100_000), body(100_000)]],
  ['pictures of nobody', 750, [head('/api/admin/uploads/image', 5_000_000), body(1_000_000)]],
  ['heads of requests', 12_000, [`GET / HTTP/1.1\r\nHost: shop.test\r\nX-Long: ${'a'.repeat(15_000)}`]],
  [
    'long bodies of a question',
    1_500,
    ['GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n', body(200_000)],
  ],
]

const session = `Cookie: session=${'a'.repeat(43)}\r\n`
const crumbs: Flood[] = [
  ['orders', 20, [chunkedHead('POST /api/orders'), ...drops]],
  ['bodies of a question, which nobody reads', 40, [chunkedHead('GET /healthz'), ...drops]],
  ['bodies of pages that do not exist', 40, [chunkedHead('POST /nothing-here'), ...drops]],
  ['pictures of made-up sessions', 40, [chunkedHead('POST /api/admin/uploads/image', session), ...drops]],
  [
    'questions that wait for no answer',
    40,
    Array<string>(9).fill('GET /nothing-here HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000)),
  ],
  [
    'questions that expect what there is not',
    40,
    Array<string>(9).fill('GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n'.repeat(2_000)),
  ],
  [
    'answered requests, on connections that stay',
    1_000,
    [head('/api/nothing-here', 99_001), `[${'{},'.repeat(32_999)}{}]`],
  ],
]

describe.skipIf(process.platform !== 'linux').each([
  ['what is sent and never finished', whole],
  ['what is sent in crumbs', crumbs],
])('%s', { timeout: 120_000 }, (_, floods) => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop()
  }, 120_000)
  afterAll(() => shop[Symbol.asyncDispose]())

  /** A request that comes from another network than the flood. */
  async function ask(method: 'GET' | 'POST', path: string, payload?: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    const asked = request({ host: '127.0.0.1', port: shop.port, localAddress: '127.0.0.2', method, path, headers })
    asked.end(payload && JSON.stringify(payload))
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return new Response(await text(answer), { status: answer.statusCode ?? 0 })
  }

  /** What the shop holds of bodies, by its own account. */
  async function heldBytes(): Promise<number> {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await untilServed(() => fetch(`http://127.0.0.1:${shop.port}/metrics`, { headers }))).text()
    const parts = [...metrics.matchAll(/^marashi_bodies_bytes\{.*\} (\d+)$/gm)]
    expect(parts).toHaveLength(4)
    return parts.reduce((sum, [, bytes]) => sum + Number(bytes), 0)
  }

  it.each(floods)('takes no memory that orders and callbacks need: %s', async (_, count, parts) => {
    let highestMb = 0
    const measuring = setInterval(() => (highestMb = Math.max(highestMb, shop.memoryMb())), 50)
    try {
      using _flood = await flood(shop.port, count, ...parts)
      const answers = []
      for (let nth = 0; nth < 5; nth++) {
        answers.push(
          await ask('POST', '/api/orders', shop.order),
          await ask('POST', `/api/hooks/pay/${token}`, { nth }),
          await untilServed(() => ask('GET', '/api/products')),
        )
        await wait(100)
      }
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill([201, 200, 200]).flat())
    } finally {
      clearInterval(measuring)
    }
    expect(highestMb).toBeLessThan(MOST_MB)
    await expect.poll(heldBytes).toBe(0)
  })
})
