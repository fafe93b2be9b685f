import { openDatabase } from '../db/open-database.ts'
import { examineShop } from '../doctor/examine-shop.ts'
import { findingLine } from '../modules/admin/health/finding.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { withReadDatabase } from './own-database.ts'
import { runCommand } from './run-command.ts'

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
      for (const finding of findings) console.log(findingLine(finding))
      if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1
    } finally {
      await orm.close()
    }
  })
})
