import type { Category } from '@marashi/domain/contracts/catalogue'
import type { Context } from '../../kernel/context.ts'

/** Every category, by name. */
export async function listCategories({ em }: Pick<Context, 'em'>): Promise<Category[]> {
  const rows: (Omit<Category, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date })[] = await em.execute(
    `select id, name, description, created_at as "createdAt", updated_at as "updatedAt" from categories order by lower(name), id`,
  )
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }))
}
