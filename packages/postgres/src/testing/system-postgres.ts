import { globSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Binaries } from '../binaries.ts'

/**
 * The oldest PostgreSQL from `oldest` on that the machine's own packages installed; undefined where there is none. The one
 * from npm is the newest alone.
 */
export function findSystemPostgres(oldest: number): Binaries | undefined {
  const folder = globSync('/usr/{lib/postgresql,pgsql-}*{,/*}/bin')
    .filter((each) => versionIn(each) >= oldest && programs.every((name) => readdirSync(each).includes(name)))
    .sort((a, b) => versionIn(a) - versionIn(b))[0]
  if (!folder) return undefined
  const [initdb = '', pgCtl = '', postgres = ''] = programs.map((name) => path.join(folder, name))
  return { initdb, pgCtl, postgres }
}

const programs = ['initdb', 'pg_ctl', 'postgres']
const versionIn = (folder: string) => Number(/\d+/.exec(folder)?.[0] ?? 0)
