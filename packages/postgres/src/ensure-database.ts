import { newClient } from './connection.ts'

/**
 * Makes the database `name` on the server that `url` (of any existing database) leads to, unless it is there.
 * Two processes may ask at once. Throws the driver's error when the server is out of reach or refuses.
 */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = newClient(url)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (!wasMadeMeanwhile(error)) throw error
  } finally {
    await client.end()
  }
}

const duplicateDatabase = '42P04'
const uniqueViolation = '23505'

function wasMadeMeanwhile(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === duplicateDatabase || error.code === uniqueViolation)
  )
}
