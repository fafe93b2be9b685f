import type { Product, ProductPage } from '@marashi/domain/contracts/catalogue'

/** A page of what is on sale, by name. Throws with what the shop answered where it was refused, as a shop under load may do. */
export async function readProducts(origin: string, limit: number, page = 1): Promise<Product[]> {
  const answer = await fetch(`${origin}/api/products?page=${page}&limit=${limit}`)
  if (!answer.ok) throw new Error(`The products were answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as ProductPage).data
}
