import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readEnvironment } from '../../env.ts'
import { listObjects } from '../../modules/media/s3-objects.ts'
import { s3Client } from '../../outgoing/s3-client.ts'
import type { BackupReason } from '../archive/manifest.ts'
import { backupName, readBackupName } from './backup-target.ts'
import { backupTargetOf } from './backup-target-of.ts'
import { folderTarget } from './folder-target.ts'

let directory: string
let server: S3rver
let s3: Record<string, string>
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'marashi-targets-'))
  const buckets = path.join(directory, 'buckets')
  server = new S3rver({
    directory: buckets,
    address: '127.0.0.1',
    port: 0,
    silent: true,
    configureBuckets: [{ name: 'safe' }],
  })
  const { port } = await server.run()
  s3 = {
    BACKUP_TO: 's3://safe/shops/marashi/',
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    BACKUP_S3_ACCESS_KEY: 'S3RVER',
    BACKUP_S3_SECRET_KEY: 'S3RVER',
  }
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

const at = (text: string) => new Date(text)
const bytesOf = async (stream: Readable) => Buffer.concat(await stream.toArray())
/** In chunks as the encryption writes them. */
const inChunks = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) => bytes.subarray(n * 65_536, (n + 1) * 65_536)),
  )
async function* broken() {
  yield randomBytes(20 * 1024 * 1024)
  throw new Error('the database went away')
}

describe.each(['a folder', 's3'])('backups in %s', (kind) => {
  const target = () =>
    backupTargetOf(readEnvironment(kind === 's3' ? s3 : { BACKUP_TO: path.join(directory, 'folder') }))

  it.each([10, 16 * 1024 * 1024, 40 * 1024 * 1024 + 7])(
    'of %i bytes come back as they went',
    { timeout: 60_000 },
    async (size) => {
      const bytes = randomBytes(size)
      const name = backupName(at('2026-11-22T00:00:00Z'), 'manual')
      expect(await target().write(name, inChunks(bytes))).toEqual({ bytes: size })
      expect((await bytesOf(await target().read(name))).equals(bytes)).toBe(true)
      await target().remove(name)
      expect(await target().list()).toEqual([])
    },
  )

  it('appear whole or not at all', async () => {
    const name = backupName(at('2026-11-22T00:00:00Z'), 'nightly')
    await expect(target().write(name, Readable.from(broken()))).rejects.toThrow('the database went away')
    expect(await target().list()).toEqual([])
    await expect(target().read(name)).rejects.toThrow(name)
  })

  it('are listed, and other files are left alone', async () => {
    const names = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'].map((day) => backupName(at(day), 'nightly'))
    for (const name of names) await target().write(name, inChunks(randomBytes(10)))
    await target().write('holiday.jpg', inChunks(randomBytes(10)))
    expect((await target().list()).map(({ name }) => name).sort()).toEqual(names)
    for (const name of names) await target().remove(name)
  })
})

it.each([
  ['s3://safe/shops/marashi/', 's3://safe/shops/marashi/'],
  ['s3://safe', 's3://safe/'],
  ['/mnt/safe/', '/mnt/safe/'],
])('has an address for each in %s', (BACKUP_TO, start) => {
  const name = backupName(at('2026-11-22T00:00:00Z'), 'manual')
  expect(backupTargetOf(readEnvironment({ ...s3, BACKUP_TO })).addressOf(name)).toBe(start + name)
})

it('reads a backup for as long as it comes, however slow the line is', async () => {
  const target = backupTargetOf(readEnvironment(s3))
  const name = backupName(at('2026-11-22T00:00:00Z'), 'manual')
  const bytes = randomBytes(40 * 1024 * 1024)
  await target.write(name, inChunks(bytes))
  const limits: AbortController[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    limits.push(limit)
    return limit.signal
  })
  const stream = await target.read(name)
  timeout.mockRestore()
  // Whatever time was set for the request is over before the body has come.
  for (const limit of limits) limit.abort()
  expect((await bytesOf(stream)).equals(bytes)).toBe(true)
  await target.remove(name)
})

it.each(['is lost', 'is an error'])(
  'has stored a backup whole also where the last answer of the store %s',
  async (how) => {
    const store = new URL(`${s3.BACKUP_S3_ENDPOINT}`)
    let completed = 0
    const proxy = createServer((request, response) => {
      const { method, url = '', headers } = request
      const isCompletion = method === 'POST' && url.includes('uploadId=')
      const forwarded = ask({ host: store.hostname, port: store.port, method, path: url, headers }, (answer) => {
        if (!isCompletion || completed++ > 0)
          return void answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers))
        answer.resume()
        if (how === 'is lost') response.destroy()
        else response.writeHead(503).end()
      })
      request.pipe(forwarded)
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const { port } = proxy.address() as AddressInfo
    const target = backupTargetOf(readEnvironment({ ...s3, BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}` }))
    const name = backupName(at('2026-11-22T00:00:00Z'), 'manual')
    const bytes = randomBytes(17 * 1024 * 1024)
    expect(await target.write(name, inChunks(bytes))).toEqual({ bytes: bytes.length })
    expect(completed).toBeGreaterThan(0)
    expect((await bytesOf(await target.read(name))).equals(bytes)).toBe(true)
    await target.remove(name)
    proxy.close().closeAllConnections()
  },
)

it('lists more objects than a store names at once', async () => {
  const keys = ['pages/a', 'pages/b', 'pages/c & d', 'pages/e']
  // S3rver fails where a list has a second page.
  const store = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://store').searchParams
    const rest = keys.filter((key) => key > (query.get('start-after') ?? ''))
    const page = rest.slice(0, Number(query.get('max-keys')))
    const contents = page.map((key) => `<Contents><Key>${key.replace('&', '&amp;')}</Key></Contents>`).join('')
    response.end(
      `<ListBucketResult><IsTruncated>${page.length < rest.length}</IsTruncated>${contents}</ListBucketResult>`,
    )
  })
  await once(store.listen(0, '127.0.0.1'), 'listening')
  const { port } = store.address() as AddressInfo
  const client = s3Client({ region: 'auto', accessKeyId: 'key', secretAccessKey: 'secret', retries: 0 })
  for (const pageSize of [1, 2, 3, 4, 5]) {
    const listed = []
    for await (const key of listObjects(client, `http://127.0.0.1:${port}/safe`, 'pages/', pageSize)) listed.push(key)
    expect(listed).toEqual(keys)
  }
  store.close()
})

it('lets nobody else on the machine read a backup', async () => {
  const folder = path.join(directory, 'private')
  const name = backupName(new Date(), 'manual')
  await backupTargetOf(readEnvironment({ BACKUP_TO: folder })).write(name, inChunks(randomBytes(10)))
  expect((await stat(folder)).mode & 0o077).toBe(0)
  expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0)
})

it('gives a backup up before it fills the disk, which the database may need', async () => {
  const folder = path.join(directory, 'full')
  let free = 250e6
  // Each look finds what was written since, and the rest of the shop goes on.
  const target = folderTarget(folder, {
    freeBytes: async () => {
      free -= 60e6
      return free
    },
  })
  const write = (bytes: number) => target.write(backupName(new Date(), 'nightly'), inChunks(randomBytes(bytes)))
  await expect(write(60 * 1024 * 1024)).rejects.toThrow(/full but for 100 MB/)
  expect(free).toBeGreaterThan(0)
  expect(await readdir(folder)).toEqual([])
  free = 1e9
  expect(await write(60 * 1024 * 1024)).toEqual({ bytes: 60 * 1024 * 1024 })
})

it('says so where the machine of a network folder is away, which answers nothing for ever', async () => {
  const folder = path.join(directory, 'away')
  const away = Promise.withResolvers<string[]>()
  const target = folderTarget(folder, { readNames: () => away.promise, timeoutMs: 50 })
  await expect(target.list()).rejects.toThrow(
    `${folder} has said nothing for 0.05 seconds. Is the machine or the disk away`,
  )
  away.resolve([])
})

it.each(['writeFile', 'datasync', 'sync', 'close'] as const)(
  'gives a backup up whose folder falls silent in the middle of it (%s), and makes the next one there',
  async (asked) => {
    const folder = path.join(directory, `silent-${asked}`)
    const back = Promise.withResolvers<void>()
    const silentSince: typeof open = async (...file) => {
      const opened = await open(...file)
      const close = opened.close.bind(opened)
      Object.assign(opened, { [asked]: () => back.promise.then(close) })
      return opened
    }
    const write = (day: string, openFile = open) =>
      folderTarget(folder, { openFile, bytesTimeoutMs: 50 }).write(
        backupName(at(`2026-11-${day}T00:00:00Z`), 'nightly'),
        inChunks(randomBytes(100_000)),
      )
    await expect(write('22', silentSince)).rejects.toThrow(`${folder} has said nothing for 0.05 seconds.`)
    back.resolve()
    expect(await write('23')).toEqual({ bytes: 100_000 })
    expect(await folderTarget(folder).list()).toMatchObject([{ name: expect.stringContaining('20261123') }])
  },
)

it('reads no longer from a folder that falls silent in the middle of a backup', async () => {
  const folder = path.join(directory, 'silent-read')
  const name = backupName(at('2026-11-22T00:00:00Z'), 'nightly')
  await folderTarget(folder).write(name, inChunks(randomBytes(1_000_000)))
  const back = Promise.withResolvers<never>()
  const openFile: typeof open = async (...file) => {
    const opened = await open(...file)
    const { read } = opened
    let asked = 0
    Object.assign(opened, { read: (options: object) => (asked++ ? back.promise : read.call(opened, options)) })
    return opened
  }
  const stream = await folderTarget(folder, { openFile, bytesTimeoutMs: 50 }).read(name)
  await expect(bytesOf(stream)).rejects.toThrow(`${folder} has said nothing for 0.05 seconds.`)
  back.reject(new Error('The folder is back, without the file'))
})

it.skipIf(process.platform === 'win32')('ends a command and a process that a silent folder would keep', async () => {
  const folder = path.join(directory, 'kept')
  await mkdir(folder)
  const name = backupName(new Date(), 'manual')
  // Opening it waits for one who writes into it, as a machine that is away is waited for.
  execFileSync('mkfifo', [path.join(folder, name)])
  const [command, target] = ['../../commands/run-command.ts', './folder-target.ts'].map((file) =>
    JSON.stringify(new URL(file, import.meta.url)),
  )
  const reading = (timeoutMs: number) =>
    `folderTarget(${JSON.stringify(folder)}, { timeoutMs: ${timeoutMs} }).read(${JSON.stringify(name)})`
  const run = (program: string) =>
    spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', `import { folderTarget } from ${target};${program}`],
      {
        encoding: 'utf8',
        timeout: 20_000,
        killSignal: 'SIGTERM', // by which the outcome tells that it had to be ended
      },
    )
  const ended = run(`import { runCommand } from ${command}; await runCommand(async () => void (await ${reading(50)}))`)
  expect(ended).toMatchObject({
    signal: 'SIGKILL',
    stderr: expect.stringContaining('has said nothing for 0.05 seconds.'),
  })
  // Also one that is asked to end before it has given up.
  expect(run(`${reading(60_000)}; setTimeout(() => process.exit(), 1_500)`)).toMatchObject({ signal: 'SIGKILL' })
})

it('clears away what a killed backup left', async () => {
  const folder = path.join(directory, 'left')
  const target = backupTargetOf(readEnvironment({ BACKUP_TO: folder }))
  const name = backupName(at('2026-11-22T00:00:00Z'), 'nightly')
  await target.write(name, inChunks(randomBytes(10)))
  const left = path.join(folder, `${backupName(at('2026-11-23T00:00:00Z'), 'nightly')}.unfinished`)
  await writeFile(left, 'half')
  const hours = performance.timeOrigin / 1_000 - 2 * 60 * 60
  await utimes(left, hours, hours)
  await writeFile(path.join(folder, 'mine.unfinished'), 'the owner’s')
  await target.write(backupName(at('2026-11-24T00:00:00Z'), 'nightly'), inChunks(randomBytes(10)))
  expect((await readdir(folder)).filter((file) => file.endsWith('.unfinished'))).toEqual(['mine.unfinished'])
})

it('clears away what a killed start left of its copy at the next start, and no copy for another backup', async () => {
  const folder = path.join(directory, 'copies')
  const target = backupTargetOf(readEnvironment({ BACKUP_TO: folder }))
  const write = (day: string, reason: BackupReason) =>
    target.write(backupName(at(`2026-11-${day}T00:00:00Z`), reason), inChunks(randomBytes(10)))
  await write('22', 'manual')
  const left = `${backupName(at('2026-11-23T00:00:00Z'), 'before-update')}.unfinished`
  await writeFile(path.join(folder, left), 'half')
  await write('24', 'nightly')
  expect(await readdir(folder)).toContain(left)
  await write('24', 'before-update')
  expect(await readdir(folder)).not.toContain(left)
})

it('reads a backup’s time and reason off its name', () => {
  const madeAt = at('2026-11-22T21:04:05Z')
  const name = backupName(madeAt, 'before-update')
  expect(name).toBe('marashi-20261122T210405Z-before-update.tar.zst.age')
  expect(readBackupName(name)).toEqual({ name, madeAt, reason: 'before-update' })
  for (const other of ['marashi.age', `${name}.unfinished`, name.replace('before-update', 'sometimes')]) {
    expect(readBackupName(other)).toBeUndefined()
  }
})

it('names the variables that a store is missing', () => {
  const env = readEnvironment({ BACKUP_TO: 's3://safe', S3_ENDPOINT: 'https://s3.example' })
  expect(() => backupTargetOf(env)).toThrow(/BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY/)
})

it.each(['ftp://host/folder', 's3:/bucket', 's3://'])('refuses the place %s', (place) => {
  expect(() => readEnvironment({ BACKUP_TO: place })).toThrow(/BACKUP_TO/)
})
it.each(['too short', 'AGE-SECRET-KEY-1TOOSHORT'])('refuses the key %s', (key) => {
  expect(() => readEnvironment({ BACKUP_KEY: key })).toThrow(/BACKUP_KEY/)
})
