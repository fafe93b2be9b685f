import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Environment, environmentKeys, givenVariables } from '../env.ts'

/**
 * The settings that the shop was given and the hash of its administrator's password, as lines of a `.env` file. A hash that cannot be read
 * costs no backup: a comment says that it is not there, to whoever compares the restored settings.
 */
export async function writeSettings(env: Pick<Environment, 'DATA_DIR'>): Promise<string> {
  const settings = new Map(givenSettings())
  if (settings.has('ADMIN_PASSWORD') || settings.has('ADMIN_PASSWORD_HASH')) return linesOf(settings)
  try {
    const hash = (await readFile(path.resolve(env.DATA_DIR, 'admin-password'), 'utf8')).trim()
    return linesOf(hash ? settings.set('ADMIN_PASSWORD_HASH', hash) : settings)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isMissing = code === 'ENOENT'
    return (
      linesOf(settings) + (isMissing ? '' : `# ADMIN_PASSWORD_HASH is missing: its file could not be read (${code}).\n`)
    )
  }
}

const linesOf = (settings: Map<string, string>) =>
  [...settings].map(([name, value]) => `${name}=${inQuotes(value)}\n`).join('')

/** The variables as they were set, without the backups' own key, and with secrets themselves instead of their files. */
export function givenSettings(given = givenVariables()): [name: string, value: string][] {
  return environmentKeys.flatMap((name): [string, string][] => {
    const value = given[name]
    return value && name !== 'BACKUP_KEY' ? [[name, value]] : []
  })
}

/** Node's `.env` files know three quotes and nothing that escapes one. */
const inQuotes = (value: string) => {
  const quote = [`'`, '`', '"'].find((each) => !value.includes(each)) ?? `'`
  return quote + value + quote
}

/** Puts restored settings beside the data, for the owner to compare and take over: they may name another machine. */
export async function saveSettings({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>, text: string): Promise<string> {
  const file = path.resolve(DATA_DIR, 'restored-settings.env')
  await writeFile(file, text, { mode: 0o600 })
  return file
}
