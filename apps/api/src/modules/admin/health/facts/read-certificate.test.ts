import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { selfSignedCertificate } from '@marashi/postgres/testing/self-signed-certificate'
import { expect, it } from 'vitest'
import { readEnvironment } from '../../../../env.ts'
import { certificateAt, readCertificate } from './read-certificate.ts'

async function serve() {
  const { key, certificate } = selfSignedCertificate()
  const server = createServer({ key, cert: certificate }).listen(0, '127.0.0.1')
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

it('reads it once an hour, and keeps what it knows of one that is no longer reached', async () => {
  const server = await serve()
  const env = readEnvironment({ PUBLIC_URL: `https://127.0.0.1:${server.port}` })
  let now = Date.now()
  const clock = () => new Date(now)
  expect(await readCertificate({ env, clock })).toMatchObject({ isReached: true })
  await server[Symbol.asyncDispose]()
  now += 59 * 60_000
  expect(await readCertificate({ env, clock })).toMatchObject({ isReached: true })
  now += 2 * 60_000
  expect(await readCertificate({ env, clock })).toMatchObject({
    isReached: false,
    until: new Date('2120-01-01T00:00:00Z'),
  })
})
