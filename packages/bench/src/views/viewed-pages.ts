import type { Environment, Shop } from '../environment/environment.ts'
import { readProducts } from '../environment/read-products.ts'

export interface ViewedPages {
  shop: Shop
  /** The three kinds of page that shoppers come in by. */
  pages: { name: string; url: string }[]
}

/** Home, shop and one product of the shop that a newcomer sees, pictures included. */
export async function viewedPages(environment: Environment): Promise<ViewedPages> {
  const shop = await environment.shop('first catalogue')
  const [product] = await readProducts(shop.origin, 1)
  if (!product) throw new Error('The first catalogue has no products')
  const pages = [
    { name: 'home', url: `${shop.origin}/` },
    { name: 'shop', url: `${shop.origin}/shop` },
    { name: 'product', url: `${shop.origin}/product/${product.id}` },
  ]
  return { shop, pages }
}
