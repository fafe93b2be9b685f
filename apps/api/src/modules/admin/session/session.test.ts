import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testPassword, testPasswordHash } from '../../../testing/build-test-app.ts'
import { logIn as startSession } from '../../../testing/factories.ts'
import { isPasswordOf } from './password-hash.ts'
import { purgeSessions } from './purge-sessions.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Of another password than `testPassword`. */
const otherHash = '$argon2id$v=19$m=8,t=1,p=1$dGVzdC1zYWx0LW9mLTE2Yg$AAXEeR+BkpV3MryBr62z2HVMQH3n+mLAJwTBnjSrwbE'

let shop: TestApp
let now = new Date()
beforeAll(async () => {
  shop = await buildTestApp({ clock: () => now, env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  now = new Date()
  await shop.query('delete from admin_sessions')
  await shop.query('delete from admin_devices')
  await shop.query('delete from login_guesses')
})

interface Visit {
  from?: string
  cookie?: string
}

const logIn = (password: string, { from = '102.0.0.1', cookie = '' }: Visit = {}) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    headers: { 'x-forwarded-for': from, cookie },
    payload: { password },
  })
const current = (cookie: string) => shop.app.inject({ url: '/api/admin/session', headers: { cookie } })
const cookieOf = (answer: Awaited<ReturnType<typeof logIn>>) => {
  const session = answer.cookies.find(({ name }) => name === 'session')
  return `session=${session?.value}`
}
const sessions = () => shop.query<{ session_id: string; last_seen_at: Date }>('select * from admin_sessions')

describe('POST /api/admin/login', () => {
  it('starts a session that scripts cannot read, other sites cannot use and the database does not hold', async () => {
    const answer = await logIn(testPassword)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ expiresAt: new Date(now.getTime() + 7 * 24 * HOUR_MS).toISOString() })
    expect(answer.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Strict$/),
    )
    expect((await current(cookieOf(answer))).json()).toEqual(answer.json())
    const token = cookieOf(answer).slice('session='.length)
    expect(JSON.stringify(await sessions())).not.toContain(token)
  })

  it('sets the cookie over tRPC too', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/trpc/admin.session.login',
      payload: { password: testPassword },
    })
    expect((await current(cookieOf(answer))).statusCode).toBe(200)
  })

  it('takes a new id each time and ends the session this browser had, and no other', async () => {
    const first = cookieOf(await logIn(testPassword))
    const other = cookieOf(await logIn(testPassword))
    const second = cookieOf(await logIn(testPassword, { cookie: first }))
    expect(second).not.toBe(first)
    expect((await current(first)).statusCode).toBe(401)
    expect((await current(other)).statusCode).toBe(200)
    expect((await current(second)).statusCode).toBe(200)
  })

  it('never takes over a session id that came with the request', async () => {
    const planted = `session=${'A'.repeat(43)}`
    const answer = await logIn(testPassword, { cookie: planted })
    expect(cookieOf(answer)).not.toBe(planted)
    expect((await current(planted)).statusCode).toBe(401)
  })

  it.each([
    [{ password: 'wrong' }, 401, { error: 'Invalid password', code: 'UNAUTHORIZED' }],
    [{ password: `${testPassword} ` }, 401, { error: 'Invalid password', code: 'UNAUTHORIZED' }],
    [{ password: '' }, 400, { fields: { password: 'Password is required' } }],
    [{}, 400, { fields: { password: 'Password is required' } }],
    [{ password: 'x'.repeat(1_001) }, 400, {}],
  ])('refuses %j', async (payload, status, body) => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/login', payload })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject(body)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await sessions()).toEqual([])
  })
})

describe('a session', () => {
  it('ends after 12 idle hours, and stays alive while it is used, for 7 days', async () => {
    const cookie = cookieOf(await logIn(testPassword))
    const start = now.getTime()
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      now = new Date(start + hours * HOUR_MS)
      expect((await current(cookie)).statusCode).toBe(200)
    }
    now = new Date(start + 7 * 24 * HOUR_MS)
    expect((await current(cookie)).statusCode).toBe(401)

    now = new Date(start)
    const idle = cookieOf(await logIn(testPassword))
    now = new Date(start + 12 * HOUR_MS)
    expect((await current(idle)).statusCode).toBe(401)
  })

  it('is written at most once a minute', async () => {
    const cookie = cookieOf(await logIn(testPassword))
    const start = now
    now = new Date(start.getTime() + MINUTE_MS)
    await current(cookie)
    expect((await sessions())[0]?.last_seen_at).toEqual(start)
    now = new Date(start.getTime() + MINUTE_MS + 1)
    await current(cookie)
    expect((await sessions())[0]?.last_seen_at).toEqual(now)
  })

  it('is purged once nobody can use it', async () => {
    const { orm } = shop.deps
    await startSession(orm, { expiresAt: now })
    await startSession(orm, { lastSeenAt: new Date(now.getTime() - 12 * HOUR_MS) })
    const { cookie } = await startSession(orm)
    await shop.query(
      `insert into admin_devices (token_hash, created_at, last_login_at) values ('old', $1::timestamptz - interval '1 year', $1::timestamptz - interval '1 year'), ('new', $1, $1)`,
      [now],
    )
    await shop.query(
      `insert into login_guesses (who, at) values ('old', $1::timestamptz - interval '1 day'), ('new', $1)`,
      [now],
    )
    await purgeSessions({ em: orm.em.fork(), clock: () => now })
    expect(await sessions()).toHaveLength(1)
    expect(await shop.query('select token_hash from admin_devices')).toEqual([{ token_hash: 'new' }])
    expect(await shop.query('select who from login_guesses')).toEqual([{ who: 'new' }])
    expect((await current(cookie)).statusCode).toBe(200)
  })

  it('lets no cache keep its responses', async () => {
    const { cookie } = await startSession(shop.deps.orm)
    expect((await current(cookie)).headers['cache-control']).toBe('no-store')
  })
})

describe('POST /api/admin/logout', () => {
  it('ends the session here and in the browser', async () => {
    const cookie = cookieOf(await logIn(testPassword))
    const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie } })
    expect(answer.statusCode).toBe(204)
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/)
    expect((await current(cookie)).statusCode).toBe(401)
  })

  it('is fine without a session', async () => {
    expect((await shop.app.inject({ method: 'POST', url: '/api/admin/logout' })).statusCode).toBe(204)
  })
})

describe('over https', () => {
  it('only knows the cookie that a neighbouring domain cannot plant', async () => {
    await using secure = await buildTestApp({ env: { PUBLIC_URL: 'https://shop.test' } })
    const answer = await secure.app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { password: testPassword },
    })
    const written = [answer.headers['set-cookie']].flat()
    expect(written).toEqual([
      expect.stringMatching(/^__Host-session=.*; Secure; /),
      expect.stringMatching(/^__Host-device=.*; HttpOnly; Secure; SameSite=Strict/),
    ])
    const [cookie = ''] = String(written[0]).split(';', 1)
    const ask = (cookie: string) => secure.app.inject({ url: '/api/admin/session', headers: { cookie } })
    expect((await ask(cookie)).statusCode).toBe(200)
    expect((await ask(cookie.replace('__Host-', ''))).statusCode).toBe(401)
  })
})

describe('POST /api/admin/sessions/end-others', () => {
  it('ends every session but the one that asks', async () => {
    const [own, other] = [cookieOf(await logIn(testPassword)), cookieOf(await logIn(testPassword))]
    await logIn(testPassword)
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/sessions/end-others',
      headers: { cookie: own },
    })
    expect(answer.json()).toEqual({ ended: 2 })
    expect((await current(own)).statusCode).toBe(200)
    expect((await current(other)).statusCode).toBe(401)
  })

  it('is the administrator’s alone', async () => {
    await logIn(testPassword)
    expect((await shop.app.inject({ method: 'POST', url: '/api/admin/sessions/end-others' })).statusCode).toBe(401)
    expect(await sessions()).toHaveLength(1)
  })
})

describe('a session', () => {
  it.each([
    ['ADMIN_PASSWORD_HASH', { ADMIN_PASSWORD_HASH: otherHash }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD_HASH: '', ADMIN_PASSWORD: 'another sandalwood' }],
  ])('ends when the shop is started with another %s', async (_variable, env) => {
    const cookie = cookieOf(await logIn(testPassword))
    await using restarted = await buildTestApp({ databaseUrl: shop.databaseUrl, env })
    const answer = await restarted.app.inject({ url: '/api/admin/session', headers: { cookie } })
    expect(answer.statusCode).toBe(401)
  })

  it('has ended where its password was replaced while it was compared', async () => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'marashi-session-'))
    const replace = (hash: string) => writeFile(path.join(DATA_DIR, 'admin-password'), hash)
    await replace(testPasswordHash)
    await using replaced = await buildTestApp({
      env: { ADMIN_PASSWORD_HASH: '', DATA_DIR },
      passwordChecks: {
        isPasswordOf: async (hash, password) => {
          const isRight = await isPasswordOf(hash, password)
          await replace(otherHash)
          return isRight
        },
      },
    })
    const payload = { password: testPassword }
    const login = await replaced.app.inject({ method: 'POST', url: '/api/admin/login', payload })
    const answer = await replaced.app.inject({ url: '/api/admin/session', headers: { cookie: cookieOf(login) } })
    expect([login.statusCode, answer.statusCode]).toEqual([200, 401])
    await rm(DATA_DIR, { recursive: true })
  })

  it('goes on in every process that is started with the same plain password', async () => {
    const env = { ADMIN_PASSWORD_HASH: '', ADMIN_PASSWORD: 'another sandalwood' }
    await using first = await buildTestApp({ databaseUrl: shop.databaseUrl, env })
    await using second = await buildTestApp({ databaseUrl: shop.databaseUrl, env })
    const login = await first.app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { password: env.ADMIN_PASSWORD },
    })
    const answer = await second.app.inject({ url: '/api/admin/session', headers: { cookie: cookieOf(login) } })
    expect(answer.statusCode).toBe(200)
  })
})
