import type { Readable } from 'node:stream'

/** Where the files of uploaded pictures lie. */
export interface MediaStore {
  /** Keeps a picture's files by name; they are durable when this resolves. */
  put(pictureId: string, files: ReadonlyMap<string, Buffer>): Promise<void>
  /** Forgets a picture; fine where there is none. */
  remove(pictureId: string): Promise<void>
  /** One file's bytes; undefined where there is none. */
  read(pictureId: string, name: string): Promise<{ body: Readable; size: number } | undefined>
  /** Deletes what a crash left unfinished before `since`. */
  tidy(since: Date): Promise<void>
}
