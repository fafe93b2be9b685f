import { createHash, randomInt } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Environment } from '../../../env.ts'
import { ShopError } from '../../../shop-error.ts'
import { hashPassword, isPasswordHash } from './password-hash.ts'

type Settings = Pick<Environment, 'ADMIN_PASSWORD' | 'ADMIN_PASSWORD_HASH' | 'DATA_DIR' | 'PUBLIC_URL'>

/** Which variable holds the password; undefined where the data folder's private file does. */
export const passwordVariable = (env: Settings): string | undefined =>
  env.ADMIN_PASSWORD_HASH ? 'ADMIN_PASSWORD_HASH' : env.ADMIN_PASSWORD ? 'ADMIN_PASSWORD' : undefined

const saltOf = ({ PUBLIC_URL }: Settings) => createHash('sha256').update(PUBLIC_URL).digest().subarray(0, 16)

const hashesOfPlain = new WeakMap<Settings, Promise<string>>()

/**
 * The hash that a login is compared with: from the environment, else from the private file, which is read anew each time
 * because `npm run password` may have changed it (docs/behaviour.md#administrator-password). Throws SERVICE_UNAVAILABLE
 * without any.
 */
export async function adminPasswordHash(env: Settings): Promise<string> {
  if (env.ADMIN_PASSWORD_HASH) return env.ADMIN_PASSWORD_HASH
  if (env.ADMIN_PASSWORD) return await hashOfPlain(env, env.ADMIN_PASSWORD)
  const saved = await readSavedHash(env)
  if (!saved) throw new ShopError('SERVICE_UNAVAILABLE', 'Login is not configured.', { retryAfterSeconds: 60 })
  return saved
}

/** Every process makes the same hash, because sessions are bound to it; it is stored nowhere. */
function hashOfPlain(env: Settings, password: string): Promise<string> {
  const known = hashesOfPlain.get(env)
  if (known) return known
  const hash = hashPassword(password, saltOf(env))
  hashesOfPlain.set(env, hash)
  // It takes 64 MiB: where they were not free, the next login makes it.
  hash.catch(() => hashesOfPlain.delete(env))
  return hash
}

/** Names the password that holds now; another password has another mark. */
export async function passwordMark(env: Settings): Promise<string> {
  return createHash('sha256')
    .update(await adminPasswordHash(env))
    .digest('hex')
}

/**
 * Makes a password where there is none, saves its hash in the private file and returns the password, once; undefined when
 * there is one already. Of several processes that start together only the one whose file counts returns it.
 */
export async function generatePassword(env: Settings): Promise<string | undefined> {
  if (passwordVariable(env) || (await readSavedHash(env))) return undefined
  const password = Array.from({ length: 4 }, () => Array.from({ length: 4 }, randomLetter).join('')).join('-')
  const unfinished = await writeUnfinished(env, await hashPassword(password))
  try {
    await link(unfinished, fileOf(env)) // fails where a file is, which rename would replace
    return password
  } catch (problem) {
    if (await readSavedHash(env)) return undefined
    throw problem
  } finally {
    await rm(unfinished)
  }
}

/** Saves the hash of a chosen password in the private file, whole or not at all. */
export async function savePassword(env: Settings, password: string): Promise<void> {
  await rename(await writeUnfinished(env, await hashPassword(password)), fileOf(env))
}

const fileOf = ({ DATA_DIR }: Settings) => path.resolve(DATA_DIR, 'admin-password')

async function readSavedHash(env: Settings): Promise<string | undefined> {
  try {
    const text = (await readFile(fileOf(env), 'utf8')).trim()
    if (!isPasswordHash(text)) throw new Error(`${fileOf(env)} holds no password: delete it, or run npm run password.`)
    return text
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return undefined
    throw problem
  }
}

async function writeUnfinished(env: Settings, hash: string): Promise<string> {
  await mkdir(path.resolve(env.DATA_DIR), { recursive: true })
  const unfinished = `${fileOf(env)}.${process.pid}.${randomInt(1e9)}`
  await writeFile(unfinished, `${hash}\n`, { mode: 0o600, flush: true })
  return unfinished
}

// Without letters and digits that are read as each other: somebody types this from a screen.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const randomLetter = () => letters.charAt(randomInt(letters.length))
