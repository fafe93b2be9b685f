import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { Product } from './product.entity.ts'

/** Takes a product off the shelf, its reviews with it; past order lines keep name and price (decisions 14). */
export async function deleteProduct({ em }: Pick<Context, 'em'>, { id }: { id: string }): Promise<void> {
  if ((await em.nativeDelete(Product, { id })) === 0) throw notFound('Product')
}
