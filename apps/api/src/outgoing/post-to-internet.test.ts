import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedLookup, ForbiddenAddress, isAllowedAddress } from './allowed-address.ts'
import { makePostToInternet } from './post-to-internet.ts'

const forbidden = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:a00:1::1',
  'shop.test',
]

it.each(forbidden)('sends nothing to %s', (address) => {
  expect(isAllowedAddress(address, false)).toBe(false)
})

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '41.90.64.1', '2606:4700::1111', '2a00:1450::1'])(
  'may send to %s',
  (address) => {
    expect(isAllowedAddress(address, false)).toBe(true)
  },
)

it('may send to this machine where that is allowed, and no further', () => {
  expect(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254'].map((each) => isAllowedAddress(each, true))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

type Found = { address: string; family: number }[]
const look = (found: Found, all: boolean) =>
  new Promise((resolve) => {
    const lookup = checkedLookup(false, (_host, _options, callback) => callback(null, found))
    lookup('name.test', { all }, (error, address) => resolve(error?.code ?? address))
  })

it('refuses a name of which one address is private, and connects to what was checked', async () => {
  const open = { address: '8.8.8.8', family: 4 }
  expect(await look([open, { address: '10.0.0.1', family: 4 }], true)).toBe('FORBIDDEN_ADDRESS')
  expect(await look([], true)).toBe('FORBIDDEN_ADDRESS')
  expect(await look([open], true)).toEqual([open])
  expect(await look([open], false)).toBe('8.8.8.8')
})

describe('a message', () => {
  let server: http.Server
  let port: number
  const asked: string[] = []
  beforeAll(async () => {
    server = http.createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/moved') response.writeHead(302, { location: '/stolen' }).end()
      else if (request.url === '/silent') return
      else if (request.url === '/endless') response.writeHead(200).write('y')
      else if (request.url === '/other') response.socket?.write(otherProtocol)
      else if (request.url === '/long') response.writeHead(200).end('x'.repeat(100_000))
      else response.writeHead(503, { 'retry-after': '7' }).end('no\0t now')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())
  const message = { headers: {}, body: '{}' }
  const otherProtocol = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
  const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`

  it('does not reach this machine by its number, its name or a name that leads there', async () => {
    const post = makePostToInternet({ timeoutMs: 5_000 })
    for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])
      await expect(post(at('/', host), message), host).rejects.toThrow(ForbiddenAddress)
    const lookup = checkedLookup(false, (_host, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]),
    )
    const rebinding = makePostToInternet({ timeoutMs: 5_000, lookup })
    await expect(rebinding(at('/', 'public.test'), message)).rejects.toThrow(ForbiddenAddress)
    expect(asked).toEqual([])
  })

  it('follows no redirect, reads the beginning of the answer alone, and waits no longer than it may', async () => {
    const post = makePostToInternet({ timeoutMs: 300, mayBeLoopback: true })
    expect(await post(at('/moved'), message)).toMatchObject({ status: 302 })
    expect(asked).not.toContain('/stolen')
    expect(await post(at('/long'), message)).toMatchObject({ status: 200, answer: 'x'.repeat(1_024) })
    expect(await post(at('/busy'), message)).toEqual({ status: 503, answer: 'not now', retryAfter: '7' })
    await expect(post(at('/silent'), message)).rejects.toThrow(/abort/)
    expect(await post(at('/endless'), message)).toMatchObject({ status: 200 })
  })

  it('does not wait for ever for one who wants to speak another protocol', async () => {
    const post = makePostToInternet({ timeoutMs: 300, mayBeLoopback: true })
    await expect(post(at('/other'), message)).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})
