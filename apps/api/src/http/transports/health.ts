import path from 'node:path'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { FastifyInstance } from 'fastify'
import { readEveryTable } from '../../db/read-every-table.ts'
import { diskProblems } from '../disk.ts'

interface HealthOptions {
  orm: MikroORM
  /** The folder that the shop needs; left out where database and pictures lie elsewhere. */
  folder?: string | undefined
}

/** A database that hangs does not refuse, it says nothing. */
export const ANSWER_TIMEOUT_MS = 3_000

/**
 * `/healthz`: the process answers. `/readyz`: it may receive requests: every table can be read, the schema is up to date and
 * the disk takes more. Neither is shed by a busy shop: a load balancer would send the requests of one to the others.
 */
export function mountHealth(app: FastifyInstance, { orm, folder }: HealthOptions): void {
  const config = { isNeverShed: true }
  let isMigrated = false
  let reason: string | undefined
  const diskProblem = folder ? diskProblems(path.resolve(folder)) : async () => undefined
  const readDatabase = oneAtATime(async () => {
    await readEveryTable(orm)
    isMigrated ||= (await orm.migrator.getPending()).length === 0
    if (!isMigrated) throw new Error('migrations are pending')
  })
  const problem = async () => {
    if (app.isDraining) return 'draining'
    const database = readDatabase().then(() => undefined, messageOf)
    return (await soon(database, 'the database does not answer')) ?? (await soon(diskProblem(), 'the disk hangs'))
  }
  app.get('/healthz', { logLevel: 'warn', config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent', config }, async (_request, reply) => {
    const why = await problem()
    // A load balancer asks every few seconds; one line for each reason is enough.
    if (why !== undefined && why !== reason) app.log.warn({ reason: why }, 'the shop is not ready')
    reason = why
    if (why === undefined) return { status: 'ready' }
    return reply
      .code(503)
      .header('retry-after', 2)
      .send({ error: 'The shop is not ready.', code: 'SERVICE_UNAVAILABLE' })
  })
}

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))

/** Whoever asks while `work` runs gets its result: a database that hangs is not asked by every connection of the pool. */
function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

/** The result, or `late` where it takes longer than three seconds. */
async function soon(result: Promise<string | undefined>, late: string): Promise<string | undefined> {
  const stopped = Promise.withResolvers<string>()
  const timer = setTimeout(() => stopped.resolve(late), ANSWER_TIMEOUT_MS)
  try {
    return await Promise.race([result, stopped.promise])
  } finally {
    clearTimeout(timer)
  }
}
