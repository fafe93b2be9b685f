import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { type Check, type CheckContext, checks } from './check-list.ts'
import { doubtful, type Finding, reasonOf } from './finding.ts'

/** Which of several a finding is about where it is that the check itself cannot be made. */
const UNMADE = 'unmade'

export type NamedFinding = Omit<Finding, 'of'> & { name: string }

/**
 * Makes every check; one that cannot be made is doubtful, keeps no other from being made, and ends nothing: what it found wrong
 * before is so for all that is known. A finding is named by its check, and by which of several it is about.
 */
export async function examineHealth(ctx: CheckContext): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = []
  // One after the other: nobody waits for it, and shoppers need the connections.
  for (const check of checks()) findings.push(...(await examined(check, ctx)))
  return findings
}

/** The name of the check that a finding came from. */
export const checkOf = (name: string): string => name.split(':', 1)[0] ?? name

async function examined(check: Check, ctx: CheckContext): Promise<readonly NamedFinding[]> {
  try {
    const found = [(await check.examine(ctx)) ?? []].flat()
    return found.map(({ of, ...finding }) => ({
      ...finding,
      name: of === undefined ? check.name : `${check.name}:${of}`,
    }))
  } catch (error) {
    const unmade = doubtful(check.part, `It could not be checked: ${reasonOf(error)}`, 'If it lasts, see the log.')
    const name = `${check.name}:${UNMADE}`
    return [...(await openFindings(ctx, check.name)).filter((open) => open.name !== name), { ...unmade, name }]
  }
}

/** What a check has found wrong and not seen put right, as it was found last. */
async function openFindings({ em }: CheckContext, check: string): Promise<NamedFinding[]> {
  const open = await db(em)
    .selectFrom('health_problems')
    .select(['check_name as name', 'part', 'state', 'message', 'remedy'])
    .where(sql`split_part(check_name, ':', 1)`, '=', check)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return open.map(({ remedy, ...finding }) => ({ ...finding, ...(remedy && { remedy }) }))
}
