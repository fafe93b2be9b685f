import { AsyncLocalStorage } from 'node:async_hooks'
import { TransactionContext } from '@mikro-orm/core'
import type pg from 'pg'

/**
 * Lets no transaction ask the pool that it has a connection of for a second one: as many of them at once as the pool has
 * connections would wait for one another, and everybody else for them. `isOwn` tells whether a transaction is of this pool.
 */
export function refuseSecondConnections(pool: pg.Pool, isOwn: (em: TransactionContext['em']) => boolean): void {
  const connect: (...given: unknown[]) => unknown = pool.connect.bind(pool)
  Object.assign(pool, {
    connect(...given: unknown[]) {
      const em = TransactionContext.currentTransactionContext()?.em
      if (em?.isInTransaction() && isOwn(em)) throw new Error('a transaction asks its pool for a second connection')
      return connect(...given)
    },
  })
}

const outside = AsyncLocalStorage.snapshot()

/** Does, in the middle of a test's transaction, what another request does at that moment. */
export const asAnotherRequest = <Result>(work: () => Result): Result => outside(work)
