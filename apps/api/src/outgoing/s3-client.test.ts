import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { collectGarbage } from '../testing/collect-garbage.ts'
import { s3Client } from './s3-client.ts'

const CUT = 0

async function storeThat(answers: RequestListener) {
  const server = createServer(answers).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ask = s3Client({ region: 'auto', accessKeyId: 'key', secretAccessKey: 'secret', retries: 2 })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop/media`,
    ask,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  }
}

it.each([
  ['never answers', () => undefined],
  [
    'stops in the middle of its answer',
    (_: unknown, response: { write: (text: string) => void }) => response.write('x'),
  ],
] as [string, RequestListener][])('waits no longer than its caller for a store that %s', async (_, answers) => {
  using store = await storeThat(answers)
  const asked = store.ask(store.url, { signal: AbortSignal.timeout(700) }).then((answer) => answer.text())
  const failed = expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  for (let turn = 0; turn < 5; turn++) await collectGarbage()
  await failed
})

it('asks no more once its caller gives up in a pause, and throws their reason', async () => {
  const leaving = new AbortController()
  let asked = 0
  using store = await storeThat((_, response) => {
    asked += 1
    response.writeHead(503).end()
    setTimeout(() => leaving.abort(new Error('The picture store is silent')), 5)
  })
  await expect(store.ask(store.url, { signal: leaving.signal })).rejects.toThrow('The picture store is silent')
  expect(asked).toBe(1)
})

it.each([
  ['once more after a failure that passes', [503, 200], 200],
  ['no more often than it was told to', [500, 429, 503, 200], 503],
  ['once where it is refused', [403, 200], 403],
  ['once more after the line was cut', [CUT, 200], 200],
  ['once more after the line was cut and the store was busy', [CUT, 503, 200], 200],
])('asks %s, with all of what it stores', async (_, statuses, status) => {
  const bodies: string[] = []
  using store = await storeThat(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const status = statuses[bodies.push(body) - 1] ?? 500
    if (status === CUT) response.destroy()
    else response.writeHead(status).end()
  })
  const signal = AbortSignal.timeout(20_000)
  const answer = await store.ask(store.url, { method: 'PUT', body: new TextEncoder().encode('a picture'), signal })
  expect(answer.status).toBe(status)
  expect(bodies).toEqual(statuses.slice(0, statuses.indexOf(status) + 1).map(() => 'a picture'))
})

it('throws what fetch throws where the line is cut each time', async () => {
  let asked = 0
  using store = await storeThat((_, response) => {
    asked += 1
    response.destroy()
  })
  await expect(store.ask(store.url, { signal: AbortSignal.timeout(20_000) })).rejects.toThrow('fetch failed')
  expect(asked).toBe(3)
})
