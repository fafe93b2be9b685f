import type { MediaStore } from '../../modules/media/media-store.ts'
import type { BackupPart } from '../archive/read-backup.ts'

/** Stores the pictures, each whole, and returns the first part after them. */
export async function restorePictures(
  media: MediaStore,
  parts: AsyncGenerator<BackupPart>,
): Promise<BackupPart | undefined> {
  let current: { id: string; files: Map<string, Buffer> } | undefined
  const store = async () => {
    if (!current) return
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
