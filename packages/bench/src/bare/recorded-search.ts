import { listProducts } from '@marashi/api/modules/catalogue/list-products'
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

/** One of the shop's own statements for PostgreSQL. A value is a constant, or the number of a word of the search. */
export interface Statement {
  sql: string
  values: { word?: 0 | 1; constant?: unknown }[]
}

const words = ['firstword', 'secondword'] as const

/**
 * The statements that the shop sends for a search of two words, in order, recorded from the shop's own code so that the
 * bare route can never run another SQL. The first answers a search that finds something; all of them run where nothing
 * is found.
 */
export async function recordSearch(): Promise<Statement[]> {
  const statements: Statement[] = []
  const database = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        new RecordingDriver(({ sql, parameters }) => statements.push({ sql, values: parameters.map(asValue) })),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const context = { em: { getKysely: () => database }, env: { PUBLIC_URL: '' } }
  await listProducts(context as unknown as Parameters<typeof listProducts>[0], {
    search: words.join(' '),
    page: 1,
    limit: 12,
  })
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

function asValue(value: unknown): Statement['values'][number] {
  const word = words.indexOf(value as (typeof words)[number])
  return word === -1 ? { constant: value } : { word: word as 0 | 1 }
}
