import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../../db/open-database.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { type GivenToken, sharedToken } from '../access-token/shared-token.ts'
import { darajaGateway } from './daraja.ts'
import { darajaHttp } from './daraja-http.ts'
import { darajaToken } from './daraja-token.ts'

/** As fast as in life, times this. */
const SPEED = 10
const ANSWER_MS = 400 / SPEED
let shop: TestApp
const databases: MikroORM[] = []
beforeAll(async () => {
  shop = await buildTestApp()
  for (let n = 0; n < 4; n++) databases.push(await openDatabase(shop.databaseUrl, { poolSize: 2 }))
})
afterAll(async () => {
  await Promise.all(databases.map((orm) => orm.close()))
  await shop[Symbol.asyncDispose]()
})

interface Daraja {
  /** Null where it names none. */
  lifeSeconds?: number | null
  /** How often a push finds that another program has just asked for a token with the same keys. */
  stolenEvery?: number
  /** What the first request for a token comes to. */
  firstToken?: 'refused'
}

/** A Daraja whose new token ends the last, and what it was asked. */
async function openDaraja({ lifeSeconds = 3_599, stolenEvery = Number.POSITIVE_INFINITY, firstToken }: Daraja = {}) {
  const counts = { tokens: 0, pushes: 0, refused: 0 }
  let asked = 0
  let token = ''
  const server = http.createServer((request, response) => {
    request.resume()
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    setTimeout(() => {
      if (request.url?.startsWith('/oauth')) {
        token = `t${++counts.tokens}`
        if (firstToken && counts.tokens === 1)
          return answer(500, { errorCode: '500.003.1001', errorMessage: 'Internal' })
        return answer(200, { access_token: token, ...(lifeSeconds !== null && { expires_in: String(lifeSeconds) }) })
      }
      if (++asked % stolenEvery === 0) token = `another program’s ${asked}`
      if (request.headers.authorization !== `Bearer ${token}`) {
        counts.refused++
        return answer(404, { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' })
      }
      const CheckoutRequestID = `ws_CO_${++counts.pushes}`
      return answer(200, { MerchantRequestID: 'm', CheckoutRequestID, ResponseCode: '0', CustomerMessage: 'ok' })
    }, ANSWER_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts }
}

/** The shop's M-Pesa in so many processes: each has a client and connections of its own, all have one database. */
function processes(count: number, baseUrl: string, clock = () => new Date()) {
  const settings = { shortcode: '174379', partyB: '174379', passkey: 'p', isDemo: false }
  return databases.slice(0, count).map((orm) => {
    const token = darajaToken({ baseUrl, consumerKey: 'k', consumerSecret: 's' }, { orm, clock })
    const client = darajaHttp({ baseUrl, token })
    return darajaGateway({ ...settings, transactionType: 'CustomerPayBillOnline' }, client, () => new Date())
  })
}

/** Asks for prompts at random moments, each of one of the processes, and counts what came of them. */
async function ask(
  shops: ReturnType<typeof processes>,
  { prompts, perSecond }: { prompts: number; perSecond: number },
) {
  const outcomes: Record<string, number> = {}
  await Promise.all(
    Array.from({ length: prompts }, async (_, n) => {
      await wait((n / perSecond / SPEED) * 1_000 * (0.5 + Math.random()))
      const push = { phone: '254712345678', amountShillings: 1, orderNumber: `MR${n}`, callbackUrl: 'https://x.test' }
      const { kind } = (await shops[n % shops.length]?.push(push)) ?? { kind: 'nobody' }
      outcomes[kind] = (outcomes[kind] ?? 0) + 1
    }),
  )
  return outcomes
}

const prompts = 120

describe('the access token of several processes', () => {
  it.each([
    [2, 3],
    [4, 3],
  ])('is one, and every prompt is taken: %i processes, %f prompts a second', async (count, perSecond) => {
    const { baseUrl, counts } = await openDaraja()
    expect(await ask(processes(count, baseUrl), { prompts, perSecond })).toEqual({ accepted: prompts })
    expect(counts).toEqual({ tokens: 1, pushes: prompts, refused: 0 })
  })

  it('is renewed by one of them before it ends, while all go on', async () => {
    const { baseUrl, counts } = await openDaraja({ lifeSeconds: 121 })
    // A token that is used for a minute is renewed every other second.
    const began = Date.now()
    const clock = () => new Date(began + (Date.now() - began) * 30)
    expect(await ask(processes(4, baseUrl, clock), { prompts, perSecond: 3 })).toEqual({ accepted: prompts })
    expect(counts.pushes).toBe(prompts)
    expect(counts.tokens).toBeGreaterThan(1)
    expect(counts.tokens).toBeLessThan(10)
  })

  it.each([60, 1, 0, null])('is kept by all where Daraja says that it lives %s seconds', async (lifeSeconds) => {
    const { baseUrl, counts } = await openDaraja({ lifeSeconds })
    expect(await ask(processes(4, baseUrl), { prompts: 40, perSecond: 10 })).toEqual({ accepted: 40 })
    expect(counts).toEqual({ tokens: 1, pushes: 40, refused: 0 })
  })

  it('that another program ends is renewed, and no prompt is sent twice or lost', async () => {
    const { baseUrl, counts } = await openDaraja({ stolenEvery: 40 })
    expect(await ask(processes(4, baseUrl), { prompts: 60, perSecond: 3 })).toEqual({ accepted: 60 })
    expect(counts.pushes).toBe(60)
    expect(counts.refused).toBeGreaterThan(0)
  })

  it('that could not be had is asked for again by whoever comes next', async () => {
    const { baseUrl, counts } = await openDaraja({ firstToken: 'refused' })
    const [first, second] = processes(2, baseUrl)
    const push = { phone: '254712345678', amountShillings: 1, orderNumber: 'MR1', callbackUrl: 'https://x.test' }
    expect(await first?.push(push)).toMatchObject({ kind: 'refused', why: 'busy' })
    expect(await second?.push(push)).toMatchObject({ kind: 'accepted' })
    expect(counts).toMatchObject({ tokens: 2, pushes: 1 })
  })

  it('that came after another process had to ask for one is not kept', async () => {
    const [orm = shop.deps.orm] = databases
    let lateMs = 0
    const clock = () => new Date(Date.now() + lateMs)
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<GivenToken>()
    const tokenOf = (request: () => Promise<GivenToken>) =>
      sharedToken({ orm, clock }, { gateway: 'mpesa', keys: 'late' }, request).get(AbortSignal.timeout(10_000))
    const first = tokenOf(() => {
      asked.resolve()
      return answer.promise
    })
    await asked.promise
    lateMs = 15_000
    expect(await tokenOf(async () => ({ value: 'newer', lifeSeconds: 3_599 }))).toBe('newer')
    answer.resolve({ value: 'ended', lifeSeconds: 3_599 })
    expect(await first).toBe('newer')
  })

  it('is waited for no longer than a process that died may hold it up', async () => {
    const { baseUrl } = await openDaraja()
    const [one] = processes(1, baseUrl)
    const push = { phone: '254712345678', amountShillings: 1, orderNumber: 'MR1', callbackUrl: 'https://x.test' }
    await one?.push(push)
    await shop.query(`update access_tokens set expires_at = now(), renewing_until = now() + interval '1 second'`)
    expect(await one?.push({ ...push, orderNumber: 'MR2' })).toMatchObject({ kind: 'accepted' })
  })
})
