import type { MikroORM } from '@mikro-orm/postgresql'
import type { FastifyInstance } from 'fastify'
import { readEveryTable } from '../../db/read-every-table.ts'

/** `/healthz`: the process answers. `/readyz`: it may receive requests, with the schema migrated and every table there. */
export function mountHealth(app: FastifyInstance, { orm }: { orm: MikroORM }): void {
  let isMigrated = false
  let reason: string | undefined
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    try {
      if (app.isDraining) throw new Error('draining')
      await readEveryTable(orm)
      isMigrated ||= (await orm.migrator.getPending()).length === 0
      if (!isMigrated) throw new Error('migrations are pending')
      reason = undefined
      return { status: 'ready' }
    } catch (problem) {
      const why = problem instanceof Error ? problem.message : String(problem)
      // A load balancer asks every few seconds; one line for each reason is enough.
      if (why !== reason) app.log.warn({ reason: why }, 'the shop is not ready')
      reason = why
      return reply
        .code(503)
        .header('retry-after', 2)
        .send({ error: 'The shop is not ready.', code: 'SERVICE_UNAVAILABLE' })
    }
  })
}
