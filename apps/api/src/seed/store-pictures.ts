import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MediaStore } from '../modules/media/media-store.ts'

/** Puts every drawn picture of `directory` into the store; one that is there already is replaced by the same. */
export async function storePictures(directory: string, media: MediaStore): Promise<void> {
  const pictureIds = (await readdir(directory)).filter((name) => !name.startsWith('.'))
  for (const id of pictureIds) {
    const files = new Map<string, Buffer>()
    for (const name of await readdir(path.join(directory, id)))
      files.set(name, await readFile(path.join(directory, id, name)))
    await media.put(id, files)
  }
}
