import type { MediaStore } from '../../modules/media/media-store.ts'
import type { BackupPart } from '../archive/read-backup.ts'

interface Picture {
  id: string
  files: Map<string, Buffer>
}

/** Stores the pictures, each whole, and returns the first part after them. */
export async function restorePictures(
  media: MediaStore,
  parts: AsyncGenerator<BackupPart>,
): Promise<BackupPart | undefined> {
  let current: Picture | undefined
  const store = async () => {
    // What is there already is not taken away first: where the store then takes nothing, nobody has it any more.
    if (!current || (await isStored(media, current))) return
    await media.remove(current.id)
    await media.put(current.id, current.files)
  }
  for (;;) {
    const { value: part, done } = await parts.next()
    if (done) return undefined
    if (part.kind === 'head') continue
    if (part.kind !== 'picture') {
      await store()
      return part
    }
    if (current?.id !== part.pictureId) {
      await store()
      current = { id: part.pictureId, files: new Map() }
    }
    current.files.set(part.file, Buffer.from(part.bytes))
  }
}

/** Whether the store has every file of it as it is in the backup; one that cannot be read is none. */
async function isStored(media: MediaStore, { id, files }: Picture): Promise<boolean> {
  for (const [name, bytes] of files) {
    const found = await bytesOf(media, id, name).catch(() => undefined)
    if (!found?.equals(bytes)) return false
  }
  return true
}

async function bytesOf(media: MediaStore, id: string, name: string): Promise<Buffer | undefined> {
  const found = await media.read(id, name)
  return found && Buffer.concat(await found.body.toArray())
}
