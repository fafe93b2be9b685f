import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { zstdDecompressSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUpFullShop, backupSettings, filesIn, restoreStored, testKey } from '../testing/backup-harness.ts'
import { blankDatabase } from '../testing/blank-database.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { readWholeDatabase } from '../testing/read-whole-database.ts'
import { decrypt, generateKey } from './archive/encryption.ts'
import { readArchive } from './archive/read-archive.ts'
import { proveBackup } from './archive/read-backup.ts'
import { UnreadableBackup } from './archive/unreadable-backup.ts'
import { type Entry, writeArchive } from './archive/write-archive.ts'
import { restoreBackup } from './restore-backup.ts'

let settings: Awaited<ReturnType<typeof backupSettings>>
let whole: Buffer
let entries: Entry[]

beforeAll(async () => {
  settings = await backupSettings()
  await using shop = await buildTestApp()
  const { place, name } = await backUpFullShop(shop, settings)
  whole = await readFile(path.join(place, name))
  entries = await Readable.from(readArchive(Readable.from([whole]), testKey)).toArray()
}, 60_000)
afterAll(() => settings[Symbol.asyncDispose]())

const prove = (bytes: Buffer, key = testKey) => proveBackup(Readable.from([bytes]), key)
async function* these(list: Entry[]) {
  yield* list
}
/** The backup with other contents, rightly encrypted: as if the shop itself had written it wrong. */
async function rewritten(change: (list: Entry[]) => Entry[]): Promise<Buffer> {
  return Buffer.concat(await (await writeArchive(these(change(entries)), testKey)).toArray())
}
const changed = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('a backup', () => {
  it('can be read when nothing happened to it', async () => {
    expect((await prove(whole)).tables.length).toBeGreaterThan(20)
    expect(await prove(await rewritten((list) => list))).toEqual(await prove(whole))
  })

  it('has pictures that any user may read once they are brought out by hand, and nothing else', async () => {
    const packed = await Readable.fromWeb((await decrypt(Readable.from([whole]), testKey)) as never).toArray()
    const files = await unpackTar(zstdDecompressSync(Buffer.concat(packed)))
    const modes = files.map(({ header: { name, mode } }) => [name.split('/')[0] === 'pictures', mode])
    expect(new Set(modes.map(String))).toEqual(new Set([`false,${0o600}`, `true,${0o644}`]))
  })

  it.each([0, 1, 100, 200, 0.25, 0.5, 0.75, 0.999])('that was cut at %s is refused', async (share) => {
    const at = share < 1 ? Math.floor(share * whole.length) : share
    await expect(prove(whole.subarray(0, at))).rejects.toThrow(UnreadableBackup)
  })

  it('whose last bytes are missing is refused', async () => {
    for (const missing of [1, 16, 1_000]) {
      await expect(prove(whole.subarray(0, whole.length - missing))).rejects.toThrow(UnreadableBackup)
    }
  })

  it('is refused with a single bit changed anywhere', async () => {
    for (let share = 0; share < 1; share += 0.05) {
      await expect(prove(changed(whole, Math.floor(share * whole.length)))).rejects.toThrow(UnreadableBackup)
    }
    await expect(prove(changed(whole, whole.length - 1))).rejects.toThrow(UnreadableBackup)
  })

  it('with something behind its end is refused', async () => {
    await expect(prove(Buffer.concat([whole, Buffer.from('more')]))).rejects.toThrow(UnreadableBackup)
    await expect(prove(Buffer.concat([whole, whole]))).rejects.toThrow(UnreadableBackup)
  })

  it.each([
    ['text', Buffer.from('not a backup\n'.repeat(1_000))],
    ['zeros', Buffer.alloc(100_000)],
    ['the beginning of an age file', Buffer.from('age-encryption.org/v1\n-> X25519 abc\n')],
  ])('is not %s', async (_what, bytes) => {
    await expect(prove(bytes)).rejects.toThrow(/no backup of a shop|damaged/)
  })

  it('says so when the key is another one', async () => {
    await expect(prove(whole, 'another passphrase, just as long')).rejects.toThrow(/another key/)
    await expect(prove(whole, await generateKey())).rejects.toThrow(/another key/)
  })

  it('can have a generated key', async () => {
    const key = await generateKey()
    const bytes = Buffer.concat(await (await writeArchive(these(entries), key)).toArray())
    expect(await prove(bytes, key)).toEqual(await prove(whole))
    await expect(prove(bytes, await generateKey())).rejects.toThrow(/another key/)
  })

  const isRows = ({ name }: Entry) => name.startsWith('tables/orders/')
  const isPicture = ({ name }: Entry) => name.startsWith('pictures/')
  const json = (list: Entry[], name: string, change: (value: Record<string, unknown>) => object) =>
    list.map((entry) =>
      entry.name === name ? { name, bytes: Buffer.from(JSON.stringify(change(JSON.parse(`${entry.bytes}`)))) } : entry,
    )
  it.each<[string, (list: Entry[]) => Entry[], RegExp]>([
    ['a table is missing', (list) => list.filter((entry) => !isRows(entry)), /table orders/],
    [
      'rows are there twice',
      (list) => list.flatMap((entry) => (isRows(entry) ? [entry, entry] : entry)),
      /table orders/,
    ],
    [
      'a row says something else',
      (list) => list.map((entry) => (isRows(entry) ? { ...entry, bytes: changed(entry.bytes as Buffer, 9) } : entry)),
      /table orders/,
    ],
    ['a picture is missing', (list) => list.filter((entry) => entry !== list.find(isPicture)), /pictures/],
    ['the manifest is missing', (list) => list.slice(0, -1), /incomplete/],
    ['the head is missing', (list) => list.slice(1), /no backup/],
    ['it is empty', () => [], /incomplete/],
    [
      'a picture would leave its folder',
      (list) => [...list.slice(0, 1), { name: 'pictures/../x.txt', bytes: Buffer.from('x') }],
      /holds pictures/,
    ],
    [
      'it is of a newer format',
      (list) => json(list, 'backup.json', (head) => ({ ...head, formatVersion: 2 })),
      /newer version/,
    ],
    [
      'it is of another program',
      (list) => json(list, 'backup.json', (head) => ({ ...head, format: 'other' })),
      /no backup/,
    ],
  ])('is refused when %s', async (_what, change, message) => {
    const bytes = await rewritten(change)
    await expect(prove(bytes)).rejects.toThrow(message)
    await expect(prove(bytes)).rejects.toThrow(UnreadableBackup)
  })
})

describe('a shop', () => {
  const bad = async (): Promise<[string, Buffer][]> => [
    ['cut', whole.subarray(0, whole.length / 2)],
    ['foreign', Buffer.from('a holiday picture')],
    [
      'of a version with a migration that this one has not',
      await rewritten((list) =>
        list.map((entry) =>
          ['backup.json', 'manifest.json'].includes(entry.name)
            ? {
                ...entry,
                bytes: Buffer.from(
                  `${entry.bytes}`.replace('"migrations": [', '"migrations": ["Migration30000101000000_x",'),
                ),
              }
            : entry,
        ),
      ),
    ],
  ]

  it('is left as it is, rows and pictures, by a backup that cannot be restored whole', {
    timeout: 60_000,
  }, async () => {
    await using own = await backupSettings()
    await using shop = await buildTestApp()
    await backUpFullShop(shop, own)
    await using blank = await blankDatabase()
    await restoreStored(own, (await ownBackup(own.folder)) ?? '', { settings: own, url: blank.url })
    const before = [await readWholeDatabase(blank.url), await filesIn(own.folder)]
    for (const [what, bytes] of await bad()) {
      const restore = restoreBackup({
        env: own.env,
        databaseUrl: blank.url,
        key: testKey,
        clock: () => new Date(),
        open: async () => Readable.from([bytes]),
        mayReplace: async () => true,
      })
      await expect(restore, what).rejects.toThrow(UnreadableBackup)
    }
    expect([await readWholeDatabase(blank.url), await filesIn(own.folder)]).toEqual(before)
  })

  it('keeps its database when the backup breaks between the two times it is read', { timeout: 60_000 }, async () => {
    await using own = await backupSettings()
    await using shop = await buildTestApp()
    const { name } = await backUpFullShop(shop, own)
    await using blank = await blankDatabase()
    await restoreStored(own, name, { settings: own, url: blank.url })
    const before = await readWholeDatabase(blank.url)
    let reads = 0
    const restore = restoreBackup({
      env: own.env,
      databaseUrl: blank.url,
      key: testKey,
      clock: () => new Date(),
      open: async () => Readable.from([reads++ === 0 ? whole : whole.subarray(0, whole.length - 200)]),
      mayReplace: async () => true,
    })
    await expect(restore).rejects.toThrow(UnreadableBackup)
    expect(reads).toBe(2)
    expect(await readWholeDatabase(blank.url)).toEqual(before)
  })
})

const ownBackup = async (folder: string) =>
  Object.keys(await filesIn(path.join(folder, 'backups'))).find((name) => name.includes('-manual'))
