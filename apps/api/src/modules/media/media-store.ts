import type { Readable } from 'node:stream'

/** Where the files of uploaded pictures are stored. */
export interface MediaStore {
  /** Stores a picture's files by name; they are durable when this resolves. */
  put(pictureId: string, files: ReadonlyMap<string, Buffer>): Promise<void>
  /** Deletes a picture's files; does nothing where there are none. */
  remove(pictureId: string): Promise<void>
  /** One file's bytes; undefined where there is none. */
  read(pictureId: string, name: string): Promise<{ body: Readable; size: number } | undefined>
  /** The ids of every picture that can be read; one whose files are still being stored may be among them. */
  list(): Promise<string[]>
  /** Deletes what a crash left unfinished before `since`. */
  tidy(since: Date): Promise<void>
}
