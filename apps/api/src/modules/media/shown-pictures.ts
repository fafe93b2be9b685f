import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'

/** The ids of the pictures under the shop's own addresses that products show, each once: a statement to run or to build on. */
export const shownPictures = (em: EntityManager) =>
  db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('products').select('image').unionAll(selectFrom('product_pictures').select('image')).as('every'),
    )
    .distinct()
    .select(sql<string>`split_part(image, '/', 3)`.as('picture'))
    .where('image', 'like', '/media/%')
