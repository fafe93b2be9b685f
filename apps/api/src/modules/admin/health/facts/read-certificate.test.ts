import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { selfSignedCertificate } from '@marashi/postgres/testing/self-signed-certificate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { certificateAt } from './read-certificate.ts'

async function serve(at = 0) {
  const { key, certificate } = selfSignedCertificate()
  const server = createServer({ key, cert: certificate }).listen(at, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: async () => void server.close() }
}

it('reads from when until when a certificate counts, also one that no browser trusts', async () => {
  await using server = await serve()
  for (const host of ['localhost', '127.0.0.1'])
    expect(await certificateAt(`https://${host}:${server.port}`)).toEqual({
      host,
      from: new Date('2020-01-01T00:00:00Z'),
      until: new Date('2120-01-01T00:00:00Z'),
    })
})

it('knows nothing of an address without one, and of one that does not answer', async () => {
  await using server = await serve()
  expect(await certificateAt(`http://127.0.0.1:${server.port}`)).toBeNull()
  expect(await certificateAt('https://127.0.0.1:1')).toBeNull()
})

describe('the certificate of the public address', () => {
  let now: Date
  let shop: TestApp
  beforeEach(async () => {
    now = new Date('2026-11-22T09:00:00Z')
    shop = await buildTestApp({ clock: () => now })
  })
  afterEach(() => shop[Symbol.asyncDispose]())

  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000)
  }
  /** What a process that has just been started reads. */
  async function read(PUBLIC_URL: string) {
    vi.resetModules()
    const { readCertificate } = await import('./read-certificate.ts')
    return await readCertificate({
      em: shop.deps.orm.em.fork(),
      env: { ...shop.deps.env, PUBLIC_URL },
      clock: () => now,
    })
  }
  const known = async () =>
    (await shop.query<{ address: string }>('select address from seen_certificates')).map(({ address }) => address)
  const until = new Date('2120-01-01T00:00:00Z')

  it('is read once an hour by all processes, and stays known to those that start while nobody answers', async () => {
    const server = await serve()
    const address = `https://127.0.0.1:${server.port}`
    const seenAt = now
    expect(await read(address)).toMatchObject({ isReached: true, seenAt, host: '127.0.0.1', until })
    await server[Symbol.asyncDispose]()
    later(59)
    expect(await read(address)).toMatchObject({ isReached: true, until })
    later(2)
    expect(await read(address)).toMatchObject({ isReached: false, host: '127.0.0.1', until })
    later(24 * 60)
    expect(await read(address)).toMatchObject({ isReached: false, seenAt, until })
  })

  it('is asked for each minute until it is seen', async () => {
    const gone = await serve()
    await gone[Symbol.asyncDispose]()
    const address = `https://127.0.0.1:${gone.port}`
    expect(await read(address)).toBeNull()
    await using _ = await serve(gone.port)
    expect(await read(address)).toBeNull()
    later(1)
    expect(await read(address)).toMatchObject({ isReached: true, until })
  })

  it('is forgotten where the shop has another address, or one without', async () => {
    await using first = await serve()
    await using second = await serve()
    await read(`https://127.0.0.1:${first.port}`)
    await read(`https://localhost:${second.port}`)
    expect(await known()).toEqual([`https://localhost:${second.port}`])
    expect(await read(`http://127.0.0.1:${first.port}`)).toBeNull()
    expect(await known()).toEqual([])
  })
})
