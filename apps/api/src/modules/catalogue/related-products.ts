import type { RelatedProduct } from '@marashi/domain/contracts/related-products'
import { sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { publicImage } from '../media/stored-image.ts'
import { getProduct } from './get-product.ts'

const shown = 4
/** So many perfumes with one of the notes are compared, however many a large catalogue has. */
const compared = 200
const ofTheCategory = 12

/**
 * Perfumes that can be ordered and share notes with a product, those that share most first, then others of its category.
 * Throws NOT_FOUND.
 */
export async function relatedProducts(
  ctx: Pick<Context, 'em' | 'env'>,
  { id }: { id: string },
): Promise<RelatedProduct[]> {
  const rows = await related(ctx.em, { id })
  if (rows.length === 0) await getProduct(ctx, { id })
  return rows.map((row) => ({ ...row, image: publicImage(row.image, ctx.env.PUBLIC_URL) }))
}

// What `mine` holds is compared as a value, and each candidate is looked up alone (a limit keeps it apart): joined with them,
// PostgreSQL read every product and every variant of the shop.
const related = compileOnce((em, { id }: { id: string }) =>
  db(em)
    .with('mine', (query) =>
      query.selectFrom('products').where('id', '=', id).select(['id', 'category_id', 'note_terms']),
    )
    .with('candidates', (query) =>
      query
        .selectFrom(({ selectFrom }) =>
          selectFrom('products as p')
            .where('p.note_terms', '&&', selectFrom('mine').select('note_terms'))
            .select('p.id')
            .limit(compared)
            .as('alike'),
        )
        .select('alike.id')
        .union(
          query
            .selectFrom(({ selectFrom }) =>
              selectFrom('products as p')
                .where('p.category_id', '=', selectFrom('mine').select('category_id'))
                .select('p.id')
                .orderBy('p.name_key')
                .limit(ofTheCategory)
                .as('near'),
            )
            .select('near.id'),
        ),
    )
    .selectFrom('mine')
    .innerJoin('candidates as c', (join) => join.onRef('c.id', '<>', 'mine.id'))
    .crossJoinLateral(({ selectFrom, lit }) =>
      selectFrom('products as p')
        .innerJoin('variants as v', 'v.product_id', 'p.id')
        .whereRef('p.id', '=', 'c.id')
        .where('v.is_available', '=', lit(true))
        .select([
          'p.id',
          'p.name',
          'p.category',
          'p.category_id',
          'p.price',
          'p.original_price',
          'p.image',
          'p.created_at',
        ])
        .select(['p.note_terms', 'p.notes_top', 'p.notes_heart', 'p.notes_base'])
        .limit(lit(1))
        .as('p'),
    )
    .select(['p.id', 'p.name', 'p.category', 'p.price', 'p.original_price as originalPrice', 'p.image'])
    .select(
      sql<string[]>`array(
        select note from unnest(p.notes_top || p.notes_heart || p.notes_base) with ordinality as n (note, place)
        where shop_fold(btrim(note)) = any(mine.note_terms) order by place)`.as('sharedNotes'),
    )
    .orderBy(sql`cardinality(array(select unnest(p.note_terms) intersect select unnest(mine.note_terms)))`, 'desc')
    .orderBy(sql`p.category_id = mine.category_id`, 'desc')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(shown),
)
