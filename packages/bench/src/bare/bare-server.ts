import { json } from 'node:stream/consumers'
import { newPool } from '@marashi/postgres/connection'
import Fastify from 'fastify'
import type { Statement } from './recorded-search.ts'

/** The settings of this program, as JSON on its standard input. */
export interface BareSettings {
  databaseUrl: string
  /** As many connections as the shop's own pool has. */
  poolSize: number
  /** Objects to serialise, by the path and query they answer. */
  objects: Record<string, unknown>
  /** The statements of a search of one word, of two, and so on. */
  searches: Statement[][]
}

// The baseline: Fastify and nothing else, serialising objects from memory or running one search's statements.
const { databaseUrl, poolSize, objects, searches } = (await json(process.stdin)) as BareSettings
const pool = newPool(databaseUrl, { max: poolSize })
const app = Fastify({ logger: false })

app.get('/ready', async () => 'ready')
app.get('/api/*', async (request) => objects[request.url])
app.get<{ Querystring: { search: string } }>('/search', async ({ query }) => {
  const statements = searches[query.search.split(' ').length - 1] ?? []
  const answers = await Promise.all(statements.map((statement) => run(statement, query.search)))
  return answers.map(({ rows }) => rows)
})

const run = ({ sql, values }: Statement, words: string) =>
  pool.query(
    sql,
    values.map((value) => (value === 'words' ? words : value.constant)),
  )

process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
