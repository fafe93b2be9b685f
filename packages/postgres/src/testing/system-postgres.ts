import { existsSync, globSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Binaries } from '../binaries.ts'

export interface SystemPostgres extends Binaries {
  pgDump: string
  pgRestore: string
}

/**
 * A whole PostgreSQL that the machine's own packages installed, the newest of several; undefined where there is none.
 * The one from npm comes without the tools for backups.
 */
export function findSystemPostgres(): SystemPostgres | undefined {
  const versioned = globSync('/usr/{lib/postgresql,pgsql-}*{,/*}/bin').sort((a, b) => versionIn(b) - versionIn(a))
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => existsSync(folder))
  const folder = [...versioned, ...onPath].find((each) => programs.every((name) => readdirSync(each).includes(name)))
  if (!folder) return undefined
  const [initdb, pgCtl, postgres, pgDump, pgRestore] = programs.map((name) => path.join(folder, name)) as Five
  return { initdb, pgCtl, postgres, pgDump, pgRestore }
}

const programs = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore']
type Five = [string, string, string, string, string]
const versionIn = (folder: string) => Number(/\d+/.exec(folder)?.[0] ?? 0)
