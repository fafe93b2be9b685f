import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mountAssets } from './mount-assets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marashi-assets-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A process of the shop with built files, which starts at once. */
async function start(version: string, files: Record<string, string | Buffer>, mostBytes?: number) {
  const own = path.join(folder, version)
  await mkdir(own, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(own, name), bytes)
  const app = fastify()
  const shared = path.join(folder, 'data')
  await mountAssets(app, { prefix: '/assets/', own, shared, ...(mostBytes && { mostBytes }) })
  return (name: string, encoding = '') =>
    app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } })
}

it('gives a page its scripts while the processes are updated in turn, whichever is asked', async () => {
  const before = await start('before', { 'shop-aaaa.js': 'old', 'react-bbbb.js': 'the same' })
  const packed = brotliCompressSync('new')
  const after = await start('after', { 'shop-cccc.js': 'new', 'shop-cccc.js.br': packed, 'react-bbbb.js': 'the same' })
  for (const process of [before, after]) {
    expect(await process('shop-aaaa.js')).toMatchObject({ statusCode: 200, body: 'old' })
    expect(await process('shop-cccc.js')).toMatchObject({ statusCode: 200, body: 'new' })
    expect(await process('react-bbbb.js')).toMatchObject({ body: 'the same' })
    const answer = await process('shop-cccc.js', 'br')
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(answer.rawPayload.equals(packed)).toBe(true)
    expect((await process('shop-dddd.js')).statusCode).toBe(404)
  }
})

it('fills no disk: the versions that were started last stay', async () => {
  await start('first', { 'a.js': 'x'.repeat(40) })
  await start('second', { 'b.js': 'x'.repeat(40) })
  const used = (name: string, day: number) =>
    utimes(path.join(folder, 'data', name), new Date(2026, 1, day), new Date(2026, 1, day))
  await used('a.js', 2)
  await used('b.js', 1)
  await start('third', { 'c.js': 'x'.repeat(40) }, 100)
  expect((await readdir(path.join(folder, 'data'))).toSorted()).toEqual(['a.js', 'c.js'])
  await start('fourth', { 'd.js': 'x'.repeat(400) }, 100)
  expect(await readdir(path.join(folder, 'data'))).toEqual(['d.js'])
})

it('starts all the same where they cannot be shared', async () => {
  // It cannot be copied as a file.
  await mkdir(path.join(folder, 'version', 'aaaa'), { recursive: true })
  const process = await start('version', { 'shop-aaaa.js': 'own' })
  expect(await process('shop-aaaa.js')).toMatchObject({ statusCode: 200, body: 'own' })
})
