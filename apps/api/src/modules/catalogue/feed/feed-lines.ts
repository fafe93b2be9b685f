import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { db } from '../../../db/db.ts'
import { READ_BATCH } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'
import { presentProductDetails, productDetailColumns, publicReviews } from '../product-row.ts'
import { shopDetailsOf } from '../shop-details.ts'
import { type FeedReader, feedColumns, feedLine, feedRow } from './feed-row.ts'

/** Every perfume that has a page, sold out or not, a batch at a time: what its page shows, as a file for other catalogues. */
export async function* feedLines(
  ctx: Pick<Context, 'em' | 'env' | 'settings'>,
  reader: FeedReader,
): AsyncGenerator<string> {
  const shop = shopDetailsOf(ctx.env, await settingsOf(ctx))
  yield feedLine(feedColumns)
  for await (const products of everyProduct(ctx)) {
    const rows = products.map((product) => feedRow(presentProductDetails(product, ctx.env.PUBLIC_URL), shop, reader))
    yield rows.map((row) => feedLine(feedColumns.map((column) => row[column]))).join('')
  }
}

async function* everyProduct({ em }: Pick<Context, 'em'>): AsyncGenerator<ProductDetails[]> {
  let last: string | undefined
  do {
    const after = last
    const products = await db(em)
      .selectFrom('products as p')
      .crossJoinLateral(publicReviews)
      .select(productDetailColumns)
      .$if(after !== undefined, (all) => all.where('p.id', '>', after as string))
      .orderBy('p.id')
      .limit(READ_BATCH)
      .execute()
    yield products
    last = products.length === READ_BATCH ? products.at(-1)?.id : undefined
  } while (last)
}
