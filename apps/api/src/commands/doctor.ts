import { openDatabase } from '../db/open-database.ts'
import { examineShop } from '../doctor/examine-shop.ts'
import type { Finding } from '../modules/admin/health/finding.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { withReadDatabase } from './own-database.ts'
import { runCommand } from './run-command.ts'

const signs: Record<Finding['state'], string> = { fine: 'ok  ', doubtful: 'look', broken: 'FIX ' }

/** `npm run doctor`: examines the set-up, whether the shop runs or not, and prints what to do. Fails where something is broken. */
await runCommand(async (env) => {
  await withReadDatabase(env, async (databaseUrl) => {
    const orm = await openDatabase(databaseUrl, { poolSize: 2 })
    const directUrl = env.DATABASE_DIRECT_URL ?? databaseUrl
    try {
      // The machine's clock: whether it and the database's differ is one of the findings.
      const findings = await examineShop({
        env,
        orm,
        databaseUrl,
        directUrl,
        media: mediaStoreOf(env),
        clock: () => new Date(),
      })
      for (const { part, state, message, remedy = '' } of findings)
        console.log(`${signs[state]}  ${part.padEnd(14)} ${message} ${remedy}`.trimEnd())
      if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1
    } finally {
      await orm.close()
    }
  })
})
