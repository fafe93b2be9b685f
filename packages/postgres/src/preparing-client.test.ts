import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientClass, connectionOptions } from './connection.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

it('has a statement with values parsed once for each connection, from the second time on', async () => {
  await using client = await connect()
  for (const price of [1, 2, 3]) expect(await client.ask('select $1::int as price', [price])).toEqual([{ price }])
  expect(await client.prepared()).toEqual([{ statement: 'select $1::int as price', uses: 2 }])
})

it('prepares neither a statement without values nor one that is never repeated', async () => {
  await using client = await connect()
  await client.ask('select 1 as one')
  await client.ask('select 1 as one')
  await client.ask('select $1::int as once', [1])
  expect(await client.prepared()).toEqual([])
})

it('keeps so many statements and no more, and answers the others as before', async () => {
  await using client = await connect(2)
  for (const column of ['a', 'b', 'c', 'd']) {
    for (const value of [1, 2, 3]) {
      expect(await client.ask(`select $1::int as ${column}`, [value])).toEqual([{ [column]: value }])
    }
  }
  expect((await client.prepared()).map(({ statement }) => statement)).toEqual([
    'select $1::int as a',
    'select $1::int as b',
  ])
})

it('reads all columns of a table that a newer process has given one more', async () => {
  await using client = await connect()
  await client.ask('create temporary table perfumes (name text)')
  const read = () => client.ask('select * from perfumes where name <> $1', [''])
  for (let time = 0; time < 3; time++) await read()
  await client.ask(`alter table perfumes add size_ml integer default 50`)
  await client.ask(`insert into perfumes (name) values ('Oud Zahra')`)
  expect(await read()).toEqual([{ name: 'Oud Zahra', size_ml: 50 }])
})

it('reads all columns of what an insertion returns', async () => {
  await using client = await connect()
  await client.ask('create temporary table perfumes (name text)')
  const add = (name: string) => client.ask('insert into perfumes (name) values ($1) returning *', [name])
  for (const name of ['Oud Zahra', 'Amber', 'Rose']) await add(name)
  await client.ask(`alter table perfumes add size_ml integer default 50`)
  expect(await add('Musk')).toEqual([{ name: 'Musk', size_ml: 50 }])
})

it('goes on after a statement has failed', async () => {
  await using client = await connect()
  const divide = (by: number) => client.ask('select 10 / $1::int as result', [by])
  for (const by of [1, 2, 0, 5]) {
    if (by === 0) await expect(divide(by)).rejects.toThrow('division by zero')
    else expect(await divide(by)).toEqual([{ result: 10 / by }])
  }
})

async function connect(maxStatements?: number) {
  const Client = clientClass({ isPreparing: true, ...(maxStatements !== undefined && { maxStatements }) })
  const client = new Client(connectionOptions(server.socketUrl('postgres')))
  await client.connect()
  const ask = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows
  return {
    ask,
    prepared: () =>
      ask(
        'select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements order by prepare_time',
      ),
    [Symbol.asyncDispose]: () => client.end(),
  }
}
