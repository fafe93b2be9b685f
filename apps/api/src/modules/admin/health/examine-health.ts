import { type Check, type CheckContext, checks } from './check-list.ts'
import { doubtful, type Finding, reasonOf } from './finding.ts'

export type NamedFinding = Finding & { name: string }

/** Makes every check; one that cannot be made is doubtful and keeps no other from being made. */
export async function examineHealth(ctx: CheckContext): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = []
  // One after the other: nobody waits for it, and shoppers need the connections.
  for (const check of checks()) {
    const finding = await examined(check, ctx)
    if (finding) findings.push({ ...finding, name: check.name })
  }
  return findings
}

async function examined(check: Check, ctx: CheckContext): Promise<Finding | null> {
  try {
    return await check.examine(ctx)
  } catch (error) {
    return doubtful(check.part, `It could not be checked: ${reasonOf(error)}`, 'If it lasts, see the log.')
  }
}
