import { listProducts } from '@marashi/api/modules/catalogue/list-products'
import type { Searches } from '@marashi/api/modules/catalogue/search/searches'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** One of the shop's own statements for PostgreSQL. A value is a constant, or the words of the search. */
export interface Statement {
  sql: string
  values: ({ constant: unknown } | 'words')[]
}

/**
 * The statements that the shop sends for a search of so many words, recorded from the shop's own code so that the bare route can never run
 * another SQL.
 */
export async function recordSearch(wordCount: number): Promise<Statement[]> {
  const statements: Statement[] = []
  const words = Array.from({ length: wordCount }, (_, nth) => `word${nth}`).join(' ')
  const asValue = (value: unknown) => (value === words ? 'words' : { constant: value })
  const database = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        new RecordingDriver(({ sql, parameters }) => statements.push({ sql, values: parameters.map(asValue) })),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const em = { getKysely: () => database } as unknown as Parameters<Parameters<Searches['run']>[1]>[0]
  const searches: Searches = { waiting: 0, run: (_who, search) => search(em) }
  const context = { searches, env: { PUBLIC_URL: '' }, caller: { address: '127.0.0.1' } }
  await listProducts(context as unknown as Parameters<typeof listProducts>[0], { search: words, page: 1, limit: 12 })
  return statements
}

/** Hands every statement to `record` and answers it with no rows. */
class RecordingDriver extends DummyDriver {
  readonly #record: (query: CompiledQuery) => void

  constructor(record: (query: CompiledQuery) => void) {
    super()
    this.#record = record
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const record = this.#record
    return {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        record(query)
        return { rows: [] }
      },
      async *streamQuery() {},
    }
  }
}
