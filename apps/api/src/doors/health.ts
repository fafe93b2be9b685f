import type { MikroORM } from '@mikro-orm/postgresql'
import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process answers. `/readyz`: it may be sent shoppers, with database and schema in order. */
export function mountHealth(app: FastifyInstance, { orm, isReady }: { orm: MikroORM; isReady: () => boolean }): void {
  let isMigrated = false
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    try {
      if (!isReady()) throw new Error('draining')
      await orm.em.getConnection().execute('select 1')
      isMigrated ||= (await orm.migrator.getPending()).length === 0
      if (!isMigrated) throw new Error('migrations are pending')
      return { status: 'ready' }
    } catch {
      return reply
        .code(503)
        .header('retry-after', 2)
        .send({ error: 'The shop is not ready.', code: 'SERVICE_UNAVAILABLE' })
    }
  })
}
