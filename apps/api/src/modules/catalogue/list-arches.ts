import type { Arch } from '@marashi/domain/contracts/catalogue'
import { publicImage } from '@marashi/domain/rules/picture'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'

/** As many arches as the home page shows. */
const MOST = 8

/** The categories with the most products, each with the picture of its newest product, by name. */
export async function listArches({ em, env }: Pick<Context, 'em' | 'env'>): Promise<Arch[]> {
  const rows = await db(em)
    .with('biggest', (arches) =>
      arches
        .selectFrom('products')
        .select(({ fn }) => ['category_id', fn.countAll<number>().as('count')])
        .groupBy('category_id')
        .orderBy('count', 'desc')
        .orderBy('category_id')
        .limit(MOST),
    )
    .selectFrom('biggest')
    .innerJoin('categories', 'categories.id', 'biggest.category_id')
    .crossJoinLateral((arches) =>
      arches
        .selectFrom('products')
        .select('image')
        .whereRef('products.category_id', '=', 'biggest.category_id')
        // The order of the shop's own newest products, which its index has.
        .orderBy('is_new', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .as('newest'),
    )
    .select(({ cast }) => [
      'categories.id',
      'categories.name',
      'newest.image',
      cast<number>('biggest.count', 'integer').as('count'),
    ])
    .orderBy(sql`lower(categories.name)`)
    .orderBy('categories.id')
    .execute()
  return rows.map((row) => ({ ...row, image: publicImage(row.image, env.PUBLIC_URL) }))
}
