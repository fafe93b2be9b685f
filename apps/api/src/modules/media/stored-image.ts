import { pictureSources } from '@marashi/domain/rules/picture'
import { isId } from '@marashi/domain/rules/record-id'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'

/**
 * Answers how each of these addresses is stored: our own pictures as their path, so that the shop may move to another public
 * address; foreign ones as they are. What was uploaded here is ours on any host: a file or form that is older than such a
 * move still names the old one.
 */
export async function storedImages(
  em: EntityManager,
  addresses: readonly string[],
  publicUrl: string,
): Promise<(address: string) => string> {
  const isHere = (address: string) => address.startsWith(`${publicUrl}/media/`)
  const idsElsewhere = addresses.flatMap((address) => (isHere(address) ? [] : (pictureIdOf(pathOf(address)) ?? [])))
  const uploads = await uploadsAmong(em, idsElsewhere)
  return (address) => {
    const path = pathOf(address)
    return isHere(address) || uploads.has(pictureIdOf(path)) ? path : address
  }
}

/** The id of the uploaded picture that a stored image leads to. Drawn pictures have names, not ids. */
export function pictureIdOf(image: string): string | undefined {
  const name = /^\/media\/([^/]+)\//.exec(image)?.[1]
  return name && isId(name) ? name : undefined
}

/** The path of an address that our upload may have produced, without what browsers add behind it; any other address as it is. */
function pathOf(address: string): string {
  const bare = address.replace(/[?#].*$/, '')
  return pictureSources(bare) ? bare.replace(/^https?:\/\/[^/]+/, '') : address
}

async function uploadsAmong(em: EntityManager, ids: string[]): Promise<ReadonlySet<string | undefined>> {
  if (ids.length === 0) return new Set()
  const rows = await db(em).selectFrom('uploaded_pictures').where('id', 'in', ids).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}
