import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { networkTo } from '../../testing/network-to.ts'
import { diskProblems } from '../disk.ts'
import { ANSWER_TIMEOUT_MS } from './health.ts'

const statusOf = async (shop: TestApp, url: string) => (await shop.app.inject(url)).statusCode

describe('/readyz', () => {
  it('notices a database that hangs, while /healthz says that the process is well', { timeout: 30_000 }, async () => {
    const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
    {
      await using network = await networkTo(url)
      await using shop = await buildTestApp({ databaseUrl: network.url })
      expect(await statusOf(shop, '/readyz')).toBe(200)
      network.dropSilently()
      expect(await Promise.all([statusOf(shop, '/readyz'), statusOf(shop, '/readyz')])).toEqual([503, 503])
      // Docker's health check gives up after five seconds.
      expect(ANSWER_TIMEOUT_MS).toBeLessThan(4_500)
      expect(await statusOf(shop, '/healthz')).toBe(200)
      await network[Symbol.asyncDispose]() // before the shop waits for its connections to end
    }
    await drop()
  })

  it('notices a folder that cannot be written, and says so once', async () => {
    const lines: string[] = []
    const blocked = path.join(folder, 'a-file')
    await writeFile(blocked, '')
    await using shop = await buildTestApp({
      env: { DATA_DIR: path.join(blocked, 'data'), LOG_LEVEL: 'warn' },
      logTo: { write: (line) => void lines.push(line) },
    })
    expect([await statusOf(shop, '/readyz'), await statusOf(shop, '/readyz')]).toEqual([503, 503])
    expect(lines.filter((line) => line.includes('the shop is not ready'))).toHaveLength(1)
    expect(lines.join()).toMatch(/cannot be written: ENOTDIR/)
    expect(await statusOf(shop, '/healthz')).toBe(200)
  })

  it('goes on selling where the full disk holds pictures and backups, and the database is elsewhere', async () => {
    const blocked = path.join(folder, 'another-file')
    await writeFile(blocked, '')
    const DATABASE_URL = 'postgresql://elsewhere/shop'
    await using shop = await buildTestApp({ env: { DATA_DIR: path.join(blocked, 'data'), DATABASE_URL } })
    expect(await statusOf(shop, '/readyz')).toBe(200)
  })
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marashi-disk-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('looks at the disk again after five seconds, not for everybody who asks', async () => {
  let nowMs = 0
  const data = path.join(folder, 'data')
  const problem = diskProblems(data, () => nowMs)
  expect(await problem()).toBeUndefined()
  await rm(data, { recursive: true })
  await writeFile(data, '')
  nowMs = 4_999
  expect(await problem()).toBeUndefined()
  nowMs = 5_000
  expect(await problem()).toMatch(/cannot be written: EEXIST|ENOTDIR/)
})

it('is ready beside another process of the same number, as containers that share a folder have it', async () => {
  const shared = path.join(folder, 'shared')
  await mkdir(shared)
  const killed = '.writable-of-a-killed-process'
  await writeFile(path.join(shared, killed), '')
  for (let time = 0; time < 200; time++) {
    const problems = [diskProblems(shared), diskProblems(shared), diskProblems(shared)].map((problem) => problem())
    expect(await Promise.all(problems)).toEqual([undefined, undefined, undefined])
  }
  expect(await readdir(shared)).toEqual([])
})
