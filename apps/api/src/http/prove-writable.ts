import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const PREFIX = '.writable-'

/**
 * Throws unless a file can be written in `folder`. Each time under a name of its own: processes in containers that share a
 * folder all have the number 1. What killed ones left is removed, also while another process is about to.
 */
export async function proveWritable(folder: string, { flush = false } = {}): Promise<void> {
  const own = path.join(folder, PREFIX + randomUUID())
  try {
    await writeFile(own, 'written to prove that it can be', { flush })
  } finally {
    // A quota lets a file be made that cannot be written.
    await rm(own, { force: true })
  }
  for (const name of await readdir(folder))
    if (name.startsWith(PREFIX)) await rm(path.join(folder, name), { force: true })
}
