import type { RelatedProduct } from '@marashi/domain/contracts/related-products'
import { publicImage } from '@marashi/domain/rules/picture'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
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

// What `mine` holds is compared as a value, and each candidate and its variant is looked up alone (a limit keeps it apart):
// joined with them, PostgreSQL read every product and every variant of the shop.
const related = compileOnce((em, { id }: { id: string }) =>
  db(em)
    .with('mine', (query) =>
      query.selectFrom('products').where('id', '=', id).select(['id', 'category_id', 'note_terms']),
    )
    .with('candidates', (query) =>
      query
        .selectFrom(
          othersToOrder(em, id)
            .where('p.note_terms', '&&', query.selectFrom('mine').select('note_terms'))
            .limit(compared)
            .as('alike'),
        )
        .select('alike.id')
        .union(
          query
            .selectFrom(
              othersToOrder(em, id)
                .where('p.category_id', '=', query.selectFrom('mine').select('category_id'))
                .orderBy('p.name_key')
                .limit(ofTheCategory)
                .as('near'),
            )
            .select('near.id'),
        ),
    )
    .selectFrom('mine')
    .crossJoin('candidates as c')
    .crossJoinLateral(({ selectFrom, lit }) =>
      selectFrom('products as p')
        .whereRef('p.id', '=', 'c.id')
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
      // A note may stand in more than one of the lists.
      sql<string[]>`array(
        select (array_agg(note order by place))[1]
        from unnest(p.notes_top || p.notes_heart || p.notes_base) with ordinality as n (note, place)
        where shop_fold(btrim(note)) = any(mine.note_terms)
        group by shop_fold(btrim(note)) order by min(place))`.as('sharedNotes'),
    )
    .orderBy(sql`cardinality(array(select unnest(p.note_terms) intersect select unnest(mine.note_terms)))`, 'desc')
    .orderBy(sql`p.category_id = mine.category_id`, 'desc')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(shown),
)

/** The ids of all other products that can be ordered: what is not shown must not use up a limit. */
const othersToOrder = (em: EntityManager, id: string) =>
  db(em)
    .selectFrom('products as p')
    .crossJoinLateral(({ selectFrom, lit }) =>
      selectFrom('variants as v')
        .whereRef('v.product_id', '=', 'p.id')
        .where('v.is_available', '=', lit(true))
        .select('v.id')
        .limit(lit(1))
        .as('v'),
    )
    .where('p.id', '<>', id)
    .select('p.id')
