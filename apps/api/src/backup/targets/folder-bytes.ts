import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

const STORE_EVERY_BYTES = 16 * 1024 * 1024
const READ_BYTES = 256 * 1024

/** Waits for what the disk of a file answers, and throws where it is silent for too long. */
type InTime = <Result>(answer: Promise<Result>) => Promise<Result>

/**
 * Writes a file, stores it on its disk, and closes it. What was written is stored every 16 MB, so that no wait is for more bytes than
 * that, and `look` asked whether it may go on, which throws where not.
 */
export async function writeBytes(
  file: FileHandle,
  source: Readable,
  { inTime, look }: { inTime: InTime; look: () => Promise<void> },
): Promise<void> {
  let sinceLook = STORE_EVERY_BYTES
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    sinceLook += chunk.length
    if (sinceLook > STORE_EVERY_BYTES) {
      sinceLook = 0
      await inTime(file.datasync())
      await look()
    }
    await inTime(file.writeFile(chunk))
  }
  await inTime(file.sync())
  await inTime(file.close())
}

/** Reads a file as it is wanted, and closes it at its end or where nobody wants more. */
export const readBytes = (file: FileHandle, inTime: InTime): Readable =>
  new Readable({
    highWaterMark: READ_BYTES,
    read() {
      inTime(file.read({ buffer: Buffer.alloc(READ_BYTES) })).then(
        ({ bytesRead, buffer }) => this.push(bytesRead > 0 ? buffer.subarray(0, bytesRead) : null),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      // Not waited for: a disk that is silent closes nothing either.
      file.close().catch(() => undefined)
      done(error)
    },
  })
