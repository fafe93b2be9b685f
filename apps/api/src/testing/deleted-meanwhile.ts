import { newClient } from '@marashi/postgres/connection'
import { expect } from 'vitest'
import type { TestApp } from './build-test-app.ts'

/**
 * Runs `act` while another transaction is deleting rows: `act` still reads them, waits for that transaction at its first
 * write, and continues once they are deleted.
 */
export async function deletedMeanwhile<Result>(
  shop: TestApp,
  deletion: { sql: string; values: unknown[] },
  act: () => PromiseLike<Result>,
): Promise<Result> {
  const rival = newClient(shop.databaseUrl)
  await rival.connect()
  try {
    await rival.query('begin')
    await rival.query(deletion.sql, deletion.values)
    const acting = Promise.resolve(act())
    await expect.poll(() => waitsForALock(shop)).toBe(true)
    await rival.query('commit')
    return await acting
  } finally {
    await rival.end()
  }
}

async function waitsForALock(shop: TestApp): Promise<boolean> {
  const [row] = await shop.query<{ waits: boolean }>(
    `select exists (select from pg_locks l join pg_stat_activity a using (pid)
                    where not l.granted and a.datname = current_database()) as waits`,
  )
  return row?.waits === true
}
