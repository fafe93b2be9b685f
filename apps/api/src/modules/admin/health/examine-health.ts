import { type Check, type CheckContext, checks } from './check-list.ts'
import { doubtful, type Finding, reasonOf } from './finding.ts'

export type NamedFinding = Omit<Finding, 'of'> & { name: string }

/**
 * Makes every check; one that cannot be made is doubtful and keeps no other from being made. A finding is named by its check, and
 * by which of several it is about.
 */
export async function examineHealth(ctx: CheckContext): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = []
  // One after the other: nobody waits for it, and shoppers need the connections.
  for (const check of checks()) {
    for (const { of, ...finding } of await examined(check, ctx))
      findings.push({ ...finding, name: of === undefined ? check.name : `${check.name}:${of}` })
  }
  return findings
}

/** The name of the check that a finding came from. */
export const checkOf = (name: string): string => name.split(':', 1)[0] ?? name

async function examined(check: Check, ctx: CheckContext): Promise<readonly Finding[]> {
  try {
    return [(await check.examine(ctx)) ?? []].flat()
  } catch (error) {
    return [doubtful(check.part, `It could not be checked: ${reasonOf(error)}`, 'If it lasts, see the log.')]
  }
}
