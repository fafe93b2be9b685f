import { Duplex, type Readable } from 'node:stream'
import type { ReadableStream, ReadableWritablePair } from 'node:stream/web'
import { setImmediate } from 'node:timers/promises'
import { createZstdCompress } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { encrypt } from './encryption.ts'

/** One file of a backup. It is in memory while it is written or read, so tables come in parts. */
export interface Entry {
  name: string
  bytes: Uint8Array
}

/**
 * Packs entries into the bytes of a backup: a tar archive, compressed with Zstandard, encrypted with age. All three are
 * common formats, so `age --decrypt | tar --zstd --extract` opens a backup without the shop. Memory stays the same
 * however many entries come; the returned stream fails where they fail.
 */
export async function writeArchive(entries: AsyncIterable<Entry>, key: string): Promise<Readable> {
  const { readable, controller } = createTarPacker()
  pack(entries, controller).catch((error: unknown) => controller.error(error))
  const compressor = Duplex.toWeb(createZstdCompress()) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>
  return await encrypt((readable as ReadableStream<Uint8Array>).pipeThrough(compressor), key)
}

/** Pictures are public, and whoever brings them out by hand is not the user that the shop runs as. */
const modeOf = (name: string): number => (name.startsWith('pictures/') ? 0o644 : 0o600)

async function pack(
  entries: AsyncIterable<Entry>,
  controller: ReturnType<typeof createTarPacker>['controller'],
): Promise<void> {
  for await (const { name, bytes } of entries) {
    const writer = controller.add({ name, size: bytes.length, mode: modeOf(name) }).getWriter()
    if (bytes.length > 0) await writer.write(bytes)
    await writer.close()
    await setImmediate() // the shop goes on in the same process
  }
  controller.finalize()
}
