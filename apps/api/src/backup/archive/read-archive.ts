import { Duplex, type Readable } from 'node:stream'
import type { ReadableStream, ReadableWritablePair } from 'node:stream/web'
import { setImmediate } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { decrypt } from './encryption.ts'
import { UnreadableBackup } from './unreadable-backup.ts'
import type { Entry } from './write-archive.ts'

/** Far above any entry that a shop writes. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024

/** Reads the entries that `writeArchive` packed. Throws UnreadableBackup for anything else, and at a cut or changed place. */
export async function* readArchive(source: Readable, key: string): AsyncGenerator<Entry> {
  const decompressor = Duplex.toWeb(createZstdDecompress()) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>
  const plain = await decrypt(source, key)
  const entries = plain.pipeThrough(decompressor).pipeThrough(createTarDecoder({ strict: true }) as TarDecoder)
  try {
    for await (const { header, body } of entries) {
      if (header.size > MAX_ENTRY_BYTES) throw new Error(`${header.name} is too large`)
      const parts: Uint8Array[] = []
      for await (const part of body) parts.push(part)
      yield { name: header.name, bytes: Buffer.concat(parts) }
      await setImmediate() // the shop goes on in the same process
    }
  } catch (cause) {
    throw new UnreadableBackup('This backup is damaged or incomplete.', { cause })
  } finally {
    source.destroy()
  }
}

interface TarEntry {
  header: { name: string; size: number }
  body: ReadableStream<Uint8Array>
}
type TarDecoder = ReadableWritablePair<TarEntry, Uint8Array>
