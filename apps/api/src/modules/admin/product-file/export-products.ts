import { db } from '../../../db/db.ts'
import { BATCH, isAfter, placeTime, readInBatches } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import { publicImage } from '../../media/stored-image.ts'
import type { ProductFileColumn } from './columns.ts'

type Line = Record<ProductFileColumn, string | null>

/** Every product as importProducts reads it, newest first, in batches. */
export async function* exportProducts({ em, env }: Pick<Context, 'em' | 'env'>): AsyncGenerator<Line[]> {
  const batches = readInBatches((after) =>
    db(em)
      .selectFrom('products as p')
      .leftJoin('variants as v', (join) => join.onRef('v.product_id', '=', 'p.id').on('v.position', '=', 0))
      .where(({ ref }) => isAfter(after, ref('p.created_at'), ref('p.id')))
      .select(({ ref }) => [
        'p.id',
        placeTime(ref('p.created_at')).as('createdAt'),
        'p.name',
        'p.description',
        'p.category',
        'p.price',
        'p.original_price as originalPrice',
        'v.ml',
        'p.concentration',
        'p.notes_top as notesTop',
        'p.notes_heart as notesHeart',
        'p.notes_base as notesBase',
        'p.image',
        'p.is_new as isNew',
      ])
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(BATCH)
      .execute(),
  )
  for await (const rows of batches) {
    yield rows.map(
      ({ id, createdAt: _, price, originalPrice, ml, notesTop, notesHeart, notesBase, image, isNew, ...text }) => ({
        ...text,
        productId: id,
        price: String(price),
        originalPrice: originalPrice === null ? null : String(originalPrice),
        ml: ml === null ? null : String(ml),
        notesTop: notesTop.join(', '),
        notesHeart: notesHeart.join(', '),
        notesBase: notesBase.join(', '),
        image: publicImage(image, env.PUBLIC_URL),
        isNew: isNew ? 'yes' : 'no',
      }),
    )
  }
}
