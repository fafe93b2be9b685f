import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'

/** One fact, as the file keeps it: what kind of thing, and the whole of it. */
export interface JournalLine {
  kind: string
  record: unknown
}

/**
 * A file of facts, one JSON line each, on disk before `write` returns: a simulator that is killed knows afterwards what
 * money it moved. Without a path nothing is kept.
 */
export class Journal {
  readonly #file: number | undefined
  /** What earlier runs wrote, oldest first. */
  readonly earlier: readonly JournalLine[]

  constructor(filePath: string | undefined) {
    if (filePath === undefined) {
      this.earlier = []
      return
    }
    mkdirSync(path.dirname(filePath), { recursive: true })
    this.#file = openSync(filePath, 'a+')
    const text = readFileSync(filePath, 'utf8')
    this.earlier = readLines(text)
    // A kill in the middle of a line leaves half of it: the next line must not join that half.
    if (text !== '' && !text.endsWith('\n')) writeSync(this.#file, '\n')
  }

  write(line: JournalLine): void {
    if (this.#file === undefined) return
    writeSync(this.#file, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#file)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }
}

/** A half-written line does not count: nobody was notified of it. */
function readLines(text: string): JournalLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as JournalLine]
      } catch {
        return []
      }
    })
}
