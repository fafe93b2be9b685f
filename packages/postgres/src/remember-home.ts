import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServerUser } from './server-user.ts'

/**
 * Notes beside `dir` where the data asked for there lies, once that is elsewhere. The place follows from the folder's path and
 * from who starts the shop: after a move, or a start with sudo, none would lie there, and an empty shop would open with the
 * orders of all its days out of sight.
 *
 * Throws, for the owner, where the data lies in another place and none in `home`.
 */
export function rememberHome(dir: string, home: string, user: ServerUser | undefined): void {
  const note = `${dir}.place`
  const isNoted = existsSync(note)
  const known = isNoted ? readFileSync(note, 'utf8').trim() : dir
  if (known === home) return
  if (existsSync(path.join(known, 'data')) && !existsSync(path.join(home, 'data'))) {
    const { uid, gid } = user ?? { uid: process.getuid?.(), gid: process.getgid?.() }
    throw new Error(
      `The database of this shop lies in ${known}, where another user or another folder had it, and ${home} has none. Start the shop as before. Where it has moved for good, run as root: mv ${known} ${home} && chown -R ${uid}:${gid} ${home}${isNoted ? `\nWhere this is a copy of a shop that stays, delete ${note}: the copy begins with an empty database.` : ''}`,
    )
  }
  mkdirSync(path.dirname(note), { recursive: true })
  writeFileSync(note, `${home}\n`)
}
