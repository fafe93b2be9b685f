import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** What waits for a slow reader, in bytes; several thousand lines. */
const MAX_WAITING_BYTES = 1024 * 1024
const RETRY_MS = 100

export interface LogOutput extends DestinationStream {
  /** Resolves when everything is written, or after a second. */
  flushed(): Promise<void>
}

interface Options {
  /** Called once lines are taken again, with how many were not. */
  onDropped(lines: number): void
}

/**
 * Writes lines to a file descriptor without ever waiting for it: whoever reads the log may be stopped, its disk full. What
 * is not taken waits up to a megabyte, then the newest lines are dropped and counted. pino's own destination would hold
 * the whole shop while a pipe is full, end it when a disk is, and never end at exit.
 */
export function logOutput(fd: number, { onDropped }: Options): LogOutput {
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  let chunk = Buffer.alloc(0)
  let isWriting = false
  let isClosed = false
  const whenFlushed: (() => void)[] = []

  function next(): void {
    if (waiting.length === 0) {
      for (const resolve of whenFlushed.splice(0)) resolve()
      return
    }
    chunk = Buffer.from(waiting.join(''))
    waiting = []
    waitingBytes = 0
    if (dropped > 0) onDropped(dropped)
    dropped = 0
    writeChunk()
  }

  function writeChunk(): void {
    isWriting = true
    write(fd, chunk, (error, written) => {
      isWriting = false
      if (error?.code === 'EPIPE') return close()
      if (error) return void setTimeout(writeChunk, RETRY_MS).unref()
      chunk = chunk.subarray(written)
      if (chunk.length > 0) return writeChunk()
      next()
    })
  }

  /** Nobody will ever read again. */
  function close(): void {
    isClosed = true
    waiting = []
    chunk = Buffer.alloc(0)
    next()
  }

  process.once('exit', () => {
    try {
      writeSync(fd, (isWriting ? '' : chunk.toString()) + waiting.join(''))
    } catch {
      // A full pipe or disk: there is nobody to tell.
    }
  })

  return {
    write(line) {
      if (isClosed) return
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > MAX_WAITING_BYTES) {
        dropped++
        return
      }
      waiting.push(line)
      waitingBytes += bytes
      if (chunk.length === 0) next()
    },
    async flushed() {
      if (chunk.length === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      whenFlushed.push(resolve)
      setTimeout(resolve, 1_000).unref()
      await promise
    },
  }
}
