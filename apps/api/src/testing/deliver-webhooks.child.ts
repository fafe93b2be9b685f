import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '../db/open-database.ts'
import { readEnvironment } from '../env.ts'
import type { Deps } from '../http/context.ts'
import { jobContext } from '../http/context.ts'
import { makeDispatcher } from '../modules/webhooks/dispatcher.ts'
import { makePostWebhook } from '../modules/webhooks/post-webhook.ts'

/** A process that sends webhooks until it is killed; its argument is the address of the database. */
const orm = await openDatabase(process.argv[2] ?? '', { poolSize: 4 })
const deps = {
  orm,
  env: readEnvironment({ NODE_ENV: 'test' }),
  clock: () => new Date(),
  log: pino({ level: 'silent' }),
} as unknown as Deps
const dispatcher = makeDispatcher(makePostWebhook(true))
for (;;) {
  await dispatcher.tick(jobContext(deps))
  await wait(20)
}
