import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePostWebhook } from './post-webhook.ts'

let server: http.Server
let url: string
beforeAll(async () => {
  server = http.createServer((request, response) => response.writeHead(Number(request.url?.slice(1))).end('as told'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
const message = { headers: { 'webhook-id': 'evt_1' }, body: '{}' }

it('takes 2xx alone for taken, and says of everything else what is wrong', async () => {
  const post = makePostWebhook(true)
  expect(await post(`${url}/204`, message)).toMatchObject({ status: 204, problem: null })
  expect(await post(`${url}/302`, message)).toMatchObject({ problem: 'answered 302; redirects are not followed' })
  expect(await post(`${url}/503`, message)).toMatchObject({ status: 503, answer: 'as told', problem: 'answered 503' })
  expect(await post('http://127.0.0.1:9', message)).toMatchObject({ status: null, problem: 'nobody listens there' })
})

it('goes to the internet alone', async () => {
  const { status, problem } = await makePostWebhook(false)(`${url}/204`, message)
  expect([status, problem]).toEqual([null, 'the address is none of the internet'])
})

it('lets no address wait for others that are slow, on the same host too', async () => {
  const held: http.ServerResponse[] = []
  let areSlow = true
  const host = http.createServer((request, response) => {
    if (request.url === '/slow' && areSlow) held.push(response)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const to = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const post = makePostWebhook(true)
  const slow = Array.from({ length: 12 }, () => post(`${to}/slow`, message))
  expect(await post(`${to}/quick`, message)).toMatchObject({ status: 204, problem: null })
  areSlow = false
  for (const response of held) response.writeHead(204).end()
  for (const answer of slow) expect(await answer).toMatchObject({ problem: null })
  host.closeAllConnections()
  host.close()
})
