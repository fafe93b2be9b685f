import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../../db/db.ts'
import type { NamedFinding } from '../examine-health.ts'

/** What is wrong again so soon after its end is the same problem, so that its owner hears of it once. */
const SAME_WITHIN_MS = 15 * 60_000
export const REMEMBER_MS = 30 * 24 * 60 * 60_000

/**
 * Stores what the checks came to: what is wrong is a problem since its first time, and ends when its check is fine. What is
 * broken and what is doubtful are two problems: many a check stays doubtful for years, as of a backup whose key is nowhere
 * else, and its owner is to hear each time that it breaks.
 */
export async function recordFindings(em: EntityManager, findings: readonly NamedFinding[], now: Date): Promise<void> {
  await em.fork().transactional(async (tx) => {
    await storeChecks(tx, findings, now)
    const wrong = findings.filter(({ state }) => state !== 'fine')
    await endOthers(tx, wrong, now)
    for (const finding of wrong) await storeProblem(tx, finding, now)
    await db(tx)
      .deleteFrom('health_problems')
      .where('ended_at', '<', new Date(now.getTime() - REMEMBER_MS))
      // When the owner's mail was taken last stays known: what was given up before that would count again.
      .where('id', 'is distinct from', ({ selectFrom }) =>
        selectFrom('health_problems')
          .select('id')
          .where('mailed_at', 'is not', null)
          .orderBy('mailed_at', 'desc')
          .limit(1),
      )
      .execute()
  })
}

async function storeChecks(tx: EntityManager, findings: readonly NamedFinding[], now: Date): Promise<void> {
  for (const [position, { name, ...finding }] of findings.entries()) {
    const row = { ...columnsOf(finding), state: finding.state, position, checked_at: now }
    await db(tx)
      .insertInto('health_checks')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  }
  await db(tx).deleteFrom('health_checks').where('checked_at', '<', now).execute()
}

async function endOthers(tx: EntityManager, wrong: readonly NamedFinding[], now: Date): Promise<void> {
  await db(tx)
    .updateTable('health_problems')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .$if(wrong.length > 0, (update) =>
      update.where(
        'check_name',
        'not in',
        wrong.map(({ name }) => name),
      ),
    )
    .execute()
}

async function storeProblem(tx: EntityManager, finding: NamedFinding, now: Date): Promise<void> {
  if (finding.state === 'fine') return
  const seen = { ...columnsOf(finding), state: finding.state, last_seen_at: now, ended_at: null }
  await db(tx)
    .updateTable('health_problems')
    .set({ ended_at: now })
    .where('check_name', '=', finding.name)
    .where('state', '<>', finding.state)
    .where('ended_at', 'is', null)
    .execute()
  const known = await db(tx)
    .selectFrom('health_problems')
    .select('id')
    .where('check_name', '=', finding.name)
    .where('state', '=', finding.state)
    .where(({ or, eb }) =>
      or([eb('ended_at', 'is', null), eb('ended_at', '>', new Date(now.getTime() - SAME_WITHIN_MS))]),
    )
    // The open one: beside it there may be an outage of the database that has just ended.
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  if (known) await db(tx).updateTable('health_problems').set(seen).where('id', '=', known.id).execute()
  else
    await db(tx)
      .insertInto('health_problems')
      .values({ ...seen, check_name: finding.name, since: now })
      .execute()
}

const columnsOf = ({ part, message, remedy = null }: { part: string; message: string; remedy?: string | null }) => ({
  part,
  message,
  remedy,
})
