import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { buildTestApp, type TestApp, testPasswordHash } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'

interface Sent {
  id?: string
  event?: string
  data: { kind?: string; event?: { type: string; subject: string }; data?: { code: string } }
}

const listening = new WeakMap<TestApp, string>()

async function addressOf(shop: TestApp): Promise<string> {
  const known = listening.get(shop)
  if (known) return known
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const address = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`
  listening.set(shop, address)
  return address
}

/** A page that stands open: what it is sent, as a browser's EventSource reads it. */
async function openPage(shop: TestApp, headers: Record<string, string>, lastEventId?: string) {
  const closing = new AbortController()
  const answer = await fetch(`${await addressOf(shop)}/trpc/admin.events.live?input={}`, {
    headers: { ...headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: closing.signal,
  })
  const sent: Sent[] = []
  const read = async () => {
    let text = ''
    for await (const bytes of answer.body ?? []) {
      text += Buffer.from(bytes).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const [id, event, data] = [field('id'), field('event'), field('data')]
        if (data) sent.push({ ...(id && { id }), ...(event && { event }), data: JSON.parse(data) })
      }
    }
  }
  const ended = read().catch(() => undefined)
  const subjects = () => sent.flatMap(({ data }) => (data.event ? [data.event.subject] : []))
  await expect.poll(() => sent.length).toBeGreaterThan(1)
  return {
    answer,
    sent,
    ended,
    subjects,
    lastId: () => sent.findLast(({ id }) => id)?.id ?? '',
    close: () => {
      closing.abort()
      return ended
    },
  }
}

it('shows an open page what another process wrote, and goes on without a gap after a lost connection', async () => {
  await using first = await buildTestApp()
  await using second = await buildTestApp({ databaseUrl: first.databaseUrl })
  const headers = await logIn(first.deps.orm)
  await makeOrder(first.deps.orm) // before: nobody is shown it
  const page = await openPage(first, headers)
  expect(page.answer.headers.get('content-type')).toBe('text/event-stream')
  expect(page.answer.headers.get('cache-control')).toContain('no-cache')
  const seen = await makeOrder(second.deps.orm)
  await expect.poll(page.subjects).toEqual([seen.id])
  await page.close()
  const missed = [await makeOrder(second.deps.orm), await makeOrder(first.deps.orm)]
  const again = await openPage(second, headers, page.lastId())
  const later = await makeOrder(first.deps.orm)
  await expect.poll(again.subjects).toEqual([...missed, later].map(({ id }) => id))
  await again.close()
})

it('tells an open page that a receipt was typed, decided, or came while the connection was lost', async () => {
  await using shop = await buildTestApp()
  const headers = await logIn(shop.deps.orm)
  const { id } = await makeOrder(shop.deps.orm)
  const page = await openPage(shop, headers)
  const money = ({ sent }: typeof page) => sent.filter(({ data }) => data.kind === 'money').length
  await shop.query(
    `insert into receipt_claims (order_id, gateway, receipt, asked_at) values ($1, 'mpesa', 'TJK7RT61SV', now())`,
    [id],
  )
  await expect.poll(() => money(page)).toBe(1)
  await shop.query(`update receipt_claims set state = 'refused', reason = 'unknown-receipt', answered_at = now()`)
  await expect.poll(() => money(page)).toBe(2)
  expect(page.subjects()).toEqual([])
  await page.close()
  const again = await openPage(shop, headers, page.lastId())
  await expect.poll(() => money(again)).toBe(1)
  await again.close()
})

it('tells a page where to go on that is cut off before anything happened', async () => {
  await using shop = await buildTestApp()
  const headers = await logIn(shop.deps.orm)
  const page = await openPage(shop, headers)
  await page.close()
  const { id } = await makeOrder(shop.deps.orm)
  const again = await openPage(shop, headers, page.lastId())
  await expect.poll(again.subjects).toEqual([id])
  await again.close()
})

it('refuses whoever is not logged in, and ends with the session', async () => {
  await using shop = await buildTestApp()
  const stranger = await openPage(shop, {})
  await stranger.ended
  expect(stranger.sent.at(-1)).toMatchObject({ event: 'serialized-error', data: { data: { code: 'UNAUTHORIZED' } } })
  const page = await openPage(shop, await logIn(shop.deps.orm))
  await shop.query('delete from admin_sessions')
  await makeOrder(shop.deps.orm)
  await page.ended
  expect(page.subjects()).toEqual([])
  expect(page.sent.at(-1)).toMatchObject({ event: 'serialized-error', data: { data: { code: 'UNAUTHORIZED' } } })
})

it('ends with the password', async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'marashi-live-'))
  const file = path.join(DATA_DIR, 'admin-password')
  await writeFile(file, testPasswordHash)
  await using shop = await buildTestApp({ env: { ADMIN_PASSWORD_HASH: '', DATA_DIR } })
  const page = await openPage(shop, await logIn(shop.deps.orm))
  await writeFile(file, testPasswordHash.replace('$H', '$A'))
  await makeOrder(shop.deps.orm)
  await page.ended
  expect(page.subjects()).toEqual([])
  expect(page.sent.at(-1)).toMatchObject({ event: 'serialized-error', data: { data: { code: 'UNAUTHORIZED' } } })
  await rm(DATA_DIR, { recursive: true })
})

it('holds ten connections of a session at most, and gives a place back', async () => {
  await using shop = await buildTestApp()
  const headers = await logIn(shop.deps.orm)
  await addressOf(shop)
  const pages = await Promise.all(Array.from({ length: 10 }, () => openPage(shop, headers)))
  const refused = await openPage(shop, headers)
  expect(refused.sent.at(-1)).toMatchObject({ data: { data: { code: 'TOO_MANY_REQUESTS' } } })
  await pages[0]?.close()
  await expect
    .poll(
      async () => {
        const next = await openPage(shop, headers)
        await next.close()
        return next.sent.at(-1)?.data.kind
      },
      { timeout: 10_000 },
    )
    .toBe('begin')
  await Promise.all(pages.map(({ close }) => close()))
})

it('lets the process end, and ends the connection so that the browser connects again', async () => {
  await using shop = await buildTestApp()
  const page = await openPage(shop, await logIn(shop.deps.orm))
  await shop.app.close()
  await page.ended
  expect(page.sent.map(({ event }) => event)).not.toContain('return')
})
