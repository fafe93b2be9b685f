import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testPassword } from '../../../testing/build-test-app.ts'
import { logIn as startSession } from '../../../testing/factories.ts'
import { fairQueue } from './fair-queue.ts'
import { hashPassword, isPasswordOf } from './password-hash.ts'
import { loginQueue } from './session-policy.ts'

const MINUTE_MS = 60_000

let shop: TestApp
let now = new Date()
// Long waits, so that a busy machine changes no outcome.
const queue = fairQueue({ ...loginQueue, maxWaitMs: 60_000 })
/** How many have asked for a slot. */
let entered = 0
/** Every password that was compared, in this order. */
let compared: string[] = []
/** Set by a test that needs the comparisons to take a while: they end when it says so. */
let hold: ((password: string) => Promise<void>) | undefined

beforeAll(async () => {
  shop = await buildTestApp({
    clock: () => now,
    env: { TRUST_PROXY: '127.0.0.1' },
    passwordChecks: {
      queue: {
        run: (login, work) => {
          entered++
          return queue.run(login, work)
        },
      },
      isPasswordOf: async (hash, password) => {
        compared.push(password)
        await hold?.(password)
        return await isPasswordOf(hash, password)
      },
    },
  })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  now = new Date()
  compared = []
  entered = 0
  hold = undefined
  for (const table of ['admin_sessions', 'admin_devices', 'login_guesses']) await shop.query(`delete from ${table}`)
})

interface Visit {
  from?: string
  cookie?: string
}

const logIn = (password: string, { from = '102.0.0.1', cookie = '' }: Visit = {}, to = shop) =>
  to.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    headers: { 'x-forwarded-for': from, cookie },
    payload: { password },
  })
/** Without the check of the answer against the document, which takes longer than the guess. */
const guessOverTrpc = (password: string, from: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/trpc/admin.session.login',
    headers: { 'x-forwarded-for': from },
    payload: { password },
  })
type Answer = Awaited<ReturnType<typeof logIn>>
const statuses = (answers: Answer[]) => answers.map(({ statusCode }) => statusCode).toSorted()
const deviceOf = (answer: Answer) =>
  `device=${answer.cookies.find(({ name }) => name === 'device')?.value ?? 'was not set'}`

/** Comparisons wait until `release` is called; then all of them end at once. */
function holdComparisons(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = () => promise
  return resolve
}

describe('guessing', () => {
  it('ends after five wrong passwords in 15 minutes, at whatever moment one begins to count', async () => {
    for (let nth = 0; nth < 5; nth++) {
      expect((await logIn(`guess ${nth}`)).statusCode).toBe(401)
      now = new Date(now.getTime() + 2 * MINUTE_MS)
    }
    const refused = await logIn(testPassword)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(5 * 60))
    expect(refused.json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      error: 'Too many wrong passwords. Please try again later.',
    })
    now = new Date(now.getTime() + 5 * MINUTE_MS)
    expect((await logIn('guess 6')).statusCode).toBe(401)
    expect((await logIn('guess 7')).statusCode).toBe(429)
  })

  it('does not compare more than five passwords that one network sends at once, to however many processes', async () => {
    await using other = await buildTestApp({ env: { TRUST_PROXY: '127.0.0.1' }, databaseUrl: shop.databaseUrl })
    const answers: Answer[] = []
    for (let round = 0; round < 6; round++) {
      const sent = [shop, other, shop, other].map((to, nth) => logIn(`guess ${round} ${nth}`, {}, to))
      answers.push(...(await Promise.all(sent)))
    }
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(19)
  })

  it('does not count guesses that were refused before they were compared', async () => {
    const release = holdComparisons()
    let answered = 0
    const sent = Array.from({ length: 20 }, async (_, nth) => {
      const answer = await logIn(`guess ${nth}`)
      answered++
      return answer
    })
    await expect.poll(() => answered).toBe(18)
    await expect.poll(() => compared.length).toBe(1)
    release()
    expect(statuses(await Promise.all(sent))).toEqual([...Array(2).fill(401), ...Array(18).fill(429)])
    expect((await logIn(testPassword)).statusCode).toBe(200)
  })

  it('locks out neither other networks nor a browser that is logged in', async () => {
    const { cookie } = await startSession(shop.deps.orm)
    for (let nth = 0; nth < 6; nth++) await logIn('guess')
    expect((await logIn(testPassword, { from: '102.0.0.2' })).statusCode).toBe(200)
    expect((await logIn(testPassword, { cookie })).statusCode).toBe(200)
  })

  it('counts a customer’s whole IPv6 network as one address', async () => {
    for (let nth = 1; nth <= 5; nth++) await logIn('guess', { from: `2c0f:fe38::1:0:0:${nth}` })
    expect((await logIn('guess', { from: '2c0f:fe38:0:0:ffff::9' })).statusCode).toBe(429)
    expect((await logIn('guess', { from: '2c0f:fe38:0:1::1' })).statusCode).toBe(401)
  })

  it('ends for a whole /48 of IPv6 after ten times as many, whichever of its networks they come from', async () => {
    const tenEach = Array.from({ length: 50 }, (_, nth) => ({ who: `network 2c0f:fe38:7:${nth.toString(16)}` }))
    for (const { who } of tenEach) await shop.query('insert into login_guesses (who, at) values ($1, $2)', [who, now])
    expect((await logIn(testPassword, { from: '2c0f:fe38:7:ffff::1' })).statusCode).toBe(429)
    expect((await logIn(testPassword, { from: '2c0f:fe38:8:ffff::1' })).statusCode).toBe(200)
    expect((await logIn(testPassword, { from: '102.0.0.9' })).statusCode).toBe(200)
  })

  it('is cleared by the right password', async () => {
    for (let round = 0; round < 3; round++) {
      for (let nth = 0; nth < 4; nth++) expect((await logIn('mistyped')).statusCode).toBe(401)
      expect((await logIn(testPassword)).statusCode).toBe(200)
    }
  })
})

describe('a browser in which the owner has logged in before', () => {
  it('is known by a cookie that scripts cannot read, that outlives the session and that the database does not hold', async () => {
    const first = await logIn(testPassword)
    const device = deviceOf(first)
    expect(first.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^device=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Strict$/),
    )
    expect(JSON.stringify(await shop.query('select * from admin_devices'))).not.toContain(device.slice(7))
    const logout = await shop.app.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie: device } })
    expect(String(logout.headers['set-cookie'])).not.toContain('device')
    expect(deviceOf(await logIn(testPassword, { cookie: device }))).toBe(device)
    expect(await shop.query('select * from admin_devices')).toHaveLength(1)
  })

  it('logs in from a network whose other customers have used up their guesses', async () => {
    const device = deviceOf(await logIn(testPassword))
    for (let nth = 0; nth < 6; nth++) await logIn('guess')
    expect((await logIn(testPassword)).statusCode).toBe(429)
    expect((await logIn(testPassword, { cookie: device })).statusCode).toBe(200)
  })

  it('has five wrong passwords of its own, which count for nobody else', async () => {
    const device = deviceOf(await logIn(testPassword))
    for (let nth = 0; nth < 5; nth++) expect((await logIn('guess', { cookie: device })).statusCode).toBe(401)
    expect((await logIn(testPassword, { cookie: device })).statusCode).toBe(429)
    expect((await logIn(testPassword)).statusCode).toBe(200)
  })

  it('is not believed for a made-up cookie, nor a year after the last login', async () => {
    const device = deviceOf(await logIn(testPassword))
    for (let nth = 0; nth < 5; nth++) await logIn('guess')
    expect((await logIn(testPassword, { cookie: `device=${'A'.repeat(43)}` })).statusCode).toBe(429)
    now = new Date(now.getTime() + 366 * 24 * 60 * MINUTE_MS)
    for (let nth = 0; nth < 5; nth++) await logIn('guess')
    expect((await logIn(testPassword, { cookie: device })).statusCode).toBe(429)
  })
})

describe('while a botnet guesses', () => {
  const bot = (nth: number) => ({ from: `41.${nth % 200}.${Math.floor(nth / 200)}.7` })

  it('the owner’s own browser comes next, and a first guess from anywhere comes before second ones', async () => {
    const device = deviceOf(await logIn(testPassword))
    for (let nth = 0; nth < 30; nth++) await logIn('first', bot(nth))
    compared = []
    entered = 0
    const release = holdComparisons()
    const attack = Array.from({ length: 30 }, (_, nth) => logIn('second', bot(nth)))
    await expect.poll(() => entered).toBe(30)
    const elsewhere = logIn(testPassword, { from: '102.0.0.9' })
    const owner = logIn(testPassword, { cookie: device })
    // The known browser has a slot of its own: it does not even wait for the guess that is being compared.
    await expect.poll(() => entered).toBe(32)
    await expect.poll(() => compared.length).toBe(2)
    expect(compared.toSorted()).toEqual([testPassword, 'second'].toSorted())
    release()
    expect((await owner).statusCode).toBe(200)
    expect((await elsewhere).statusCode).toBe(200)
    expect(compared.slice(0, 3).filter((password) => password === testPassword)).toHaveLength(2)
    await Promise.all(attack)
  })

  it('compares repeated guesses of strangers once a second, all of them together, and first guesses always', async () => {
    for (let nth = 0; nth < 60; nth++) expect((await logIn('first', bot(nth))).statusCode).toBe(401)
    const again = await logIn('second', bot(1))
    expect(again.statusCode).toBe(503)
    expect(again.headers['retry-after']).toBe('5')
    expect((await logIn(testPassword, { from: '102.0.0.9' })).statusCode).toBe(200)
    now = new Date(now.getTime() + 1_001)
    expect((await logIn('second', bot(1))).statusCode).toBe(401)
    expect((await logIn('second', bot(2))).statusCode).toBe(503)
  })

  // The siege does the same with ten thousand guesses from two thousand networks, and times the owner.
  it('of 400 networks none gets more than five guesses compared, and the owner logs in again and again', async () => {
    const device = deviceOf(await logIn(testPassword))
    const heard = new Map<string, number>()
    const ownersAnswers: number[] = []
    let sent = 0
    const worker = async () => {
      while (sent < 2_400) {
        const nth = sent++
        const { from } = bot(nth % 400)
        const { statusCode } = await guessOverTrpc(`guess ${nth}`, from)
        expect([401, 429, 503]).toContain(statusCode)
        if (statusCode === 401) heard.set(from, (heard.get(from) ?? 0) + 1)
        if (nth % 20 === 0) now = new Date(now.getTime() + 1_000)
        if (nth % 400 === 0) ownersAnswers.push((await logIn(testPassword, { cookie: device })).statusCode)
      }
    }
    await Promise.all(Array.from({ length: 40 }, worker))
    expect(Math.max(...heard.values())).toBeLessThanOrEqual(5)
    expect(ownersAnswers).toEqual(Array(6).fill(200))
    expect(compared.filter((password) => password !== testPassword)).toHaveLength(
      [...heard.values()].reduce((sum, count) => sum + count, 0),
    )
  }, 60_000)

  it('logs the owner in at the real cost of a comparison', async () => {
    const ADMIN_PASSWORD_HASH = await hashPassword(testPassword)
    await using real = await buildTestApp({ env: { TRUST_PROXY: '127.0.0.1', ADMIN_PASSWORD_HASH } })
    const device = deviceOf(await logIn(testPassword, {}, real))
    const attack = Array.from({ length: 60 }, (_, nth) => logIn('guess', bot(nth), real))
    expect((await logIn(testPassword, { cookie: device }, real)).statusCode).toBe(200)
    for (const { statusCode } of await Promise.all(attack)) expect([401, 503]).toContain(statusCode)
  })
})
