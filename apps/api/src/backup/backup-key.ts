import { randomInt } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Environment } from '../env.ts'
import { generateKey } from './archive/encryption.ts'

type Settings = Pick<Environment, 'BACKUP_KEY' | 'DATA_DIR'>

/** Where the key lies that the shop made for itself. */
export const keyFile = ({ DATA_DIR }: Settings): string => path.resolve(DATA_DIR, 'backup-key')

/**
 * The key of the shop's backups: BACKUP_KEY, else the private file's. Where there is none a new one is made and kept in
 * that file, so that backups begin with the first night; of several processes that start together one key counts.
 */
export async function backupKey(env: Settings): Promise<string> {
  const known = await knownKey(env)
  if (known) return known
  await mkdir(path.resolve(env.DATA_DIR), { recursive: true })
  const unfinished = `${keyFile(env)}.${process.pid}.${randomInt(1e9)}`
  await writeFile(unfinished, `${await generateKey()}\n`, { mode: 0o600, flush: true })
  try {
    await link(unfinished, keyFile(env)) // fails where a file is, which rename would replace
  } catch (error) {
    if (!isThere(error)) throw error
  } finally {
    await rm(unfinished)
  }
  return await requireKey(env)
}

/** The key that a backup is opened with. Throws an Error for the owner where there is none. */
export async function requireKey(env: Settings): Promise<string> {
  const key = await knownKey(env)
  if (key) return key
  throw new Error(`There is no key for backups here. Set BACKUP_KEY to the one that the backup was made with.`)
}

async function knownKey(env: Settings): Promise<string | undefined> {
  if (env.BACKUP_KEY) return env.BACKUP_KEY
  try {
    return (await readFile(keyFile(env), 'utf8')).trim() || undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const isThere = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'
