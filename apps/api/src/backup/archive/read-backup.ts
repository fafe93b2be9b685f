import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { type BackupHead, type BackupManifest, backupHead, backupManifest, entryNames } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { UnreadableBackup } from './unreadable-backup.ts'
import type { Entry } from './write-archive.ts'

/** A part of a backup, in the order of the file: its head, pictures, tables, settings, and what all of it has to be. */
export type BackupPart =
  | { kind: 'head'; head: BackupHead }
  | { kind: 'picture'; pictureId: string; file: string; bytes: Uint8Array }
  | { kind: 'rows'; table: string; bytes: Uint8Array }
  | { kind: 'settings'; text: string }
  | { kind: 'manifest'; manifest: BackupManifest }

/**
 * Reads a backup part by part and holds everything to its manifest, which comes last: a reader that was handed the
 * manifest has seen the whole file as it was made. Throws UnreadableBackup before that otherwise.
 */
export async function* readBackup(source: Readable, key: string): AsyncGenerator<BackupPart> {
  const seen = new Seen()
  let manifest: BackupManifest | undefined
  let isFirst = true
  for await (const entry of readArchive(source, key)) {
    if (manifest) throw new UnreadableBackup('This backup goes on after its end.')
    const part = partOf(entry)
    if (isFirst !== (part.kind === 'head')) throw new UnreadableBackup('This file is no backup of a shop.')
    isFirst = false
    if (part.kind === 'manifest') {
      seen.compareWith(part.manifest)
      manifest = part.manifest
    } else seen.add(part)
    yield part
  }
  if (!manifest) throw new UnreadableBackup('This backup is incomplete.')
}

/** Reads a backup whole and returns what it holds. Throws UnreadableBackup where it is not as it was made. */
export async function proveBackup(source: Readable, key: string): Promise<BackupManifest> {
  for await (const part of readBackup(source, key)) if (part.kind === 'manifest') return part.manifest
  throw new UnreadableBackup('This backup is incomplete.')
}

/** Reads the beginning of a backup: which shop and which version made it. */
export async function readHead(source: Readable, key: string): Promise<BackupHead> {
  for await (const part of readBackup(source, key)) if (part.kind === 'head') return part.head
  throw new UnreadableBackup('This backup is incomplete.')
}

function partOf({ name, bytes }: Entry): BackupPart {
  const [folder, of = '', file = ''] = name.split('/')
  if (name === entryNames.head) return { kind: 'head', head: parse(backupHead, bytes) }
  if (name === entryNames.manifest) return { kind: 'manifest', manifest: parse(backupManifest, bytes) }
  if (name === entryNames.settings) return { kind: 'settings', text: Buffer.from(bytes).toString() }
  if (folder === 'tables' && of) return { kind: 'rows', table: of, bytes }
  // Names become paths: what could lead out of the folder of pictures is refused.
  if (folder === 'pictures' && /^[\w-]+$/.test(of) && /^\w+\.\w+$/.test(file))
    return { kind: 'picture', pictureId: of, file, bytes }
  throw new UnreadableBackup(`This backup holds ${name}, which no shop puts there.`)
}

function parse<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch (cause) {
    const isNewer = cause instanceof z.ZodError && cause.issues.some(({ path }) => path[0] === 'formatVersion')
    const message = isNewer
      ? 'This backup was made by a newer version of the shop. Restore it with that version.'
      : 'This file is no backup of a shop.'
    throw new UnreadableBackup(message, { cause })
  }
}

/** What has been read so far, to be compared with the manifest. */
class Seen {
  readonly #tables = new Map<string, { rows: number; bytes: number; hash: Hash }>()
  readonly #pictures = { files: 0, bytes: 0, hash: createHash('sha256') }

  add(part: BackupPart): void {
    if (part.kind === 'rows') {
      const table = this.#tables.get(part.table) ?? { rows: 0, bytes: 0, hash: createHash('sha256') }
      this.#tables.set(part.table, table)
      table.rows += linesIn(part.bytes)
      table.bytes += part.bytes.length
      table.hash.update(part.bytes)
    } else if (part.kind === 'picture') {
      this.#pictures.files += 1
      this.#pictures.bytes += part.bytes.length
      this.#pictures.hash.update(`${part.pictureId}/${part.file}\n`).update(part.bytes)
    }
  }

  compareWith({ tables, pictures }: BackupManifest): void {
    const read = new Map(
      [...this.#tables].map(([name, { hash, ...of }]) => [name, { ...of, sha256: hash.digest('hex') }]),
    )
    for (const { name, rows, bytes, sha256 } of tables) {
      const table = read.get(name) ?? { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }
      read.delete(name)
      if (table.rows !== rows || table.bytes !== bytes || table.sha256 !== sha256)
        throw new UnreadableBackup(`The table ${name} in this backup is not as it was written.`)
    }
    if (read.size > 0) throw new UnreadableBackup('This backup holds tables that its manifest does not name.')
    const { files, bytes, hash } = this.#pictures
    const expected = pictures ?? { files: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }
    if (files !== expected.files || bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
      throw new UnreadableBackup('The pictures in this backup are not as they were written.')
  }
}

/** Rows of COPY's text format: each ends with a line break, and those within a value are escaped. */
export function linesIn(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}
