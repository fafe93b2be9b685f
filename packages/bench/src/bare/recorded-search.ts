import { listProducts } from '@marashi/api/modules/catalogue/list-products'

/** One of the shop's own statements for PostgreSQL. A value is a constant, or the number of a word of the search. */
export interface Statement {
  sql: string
  values: { word?: 0 | 1; constant?: unknown }[]
}

const words = ['firstword', 'secondword'] as const

/**
 * The statements that the shop sends for a search of two words, in order, written down from the shop's own code so that
 * the bare route can never run another SQL. The first answers a search that finds something; all of them run where
 * nothing is found.
 */
export async function recordSearch(): Promise<Statement[]> {
  const statements: Statement[] = []
  const recorder = {
    execute: async (sql: string, values: unknown[]) => {
      let nth = 0
      statements.push({ sql: sql.replaceAll('?', () => `$${++nth}`), values: values.map(asValue) })
      return []
    },
  }
  const context = { em: recorder, env: { PUBLIC_URL: '' } } as unknown as Parameters<typeof listProducts>[0]
  await listProducts(context, { search: words.join(' '), page: 1, limit: 12 })
  return statements
}

function asValue(value: unknown): Statement['values'][number] {
  const word = words.indexOf(value as (typeof words)[number])
  return word === -1 ? { constant: value } : { word: word as 0 | 1 }
}
