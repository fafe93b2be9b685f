import type { ShopError } from '../shop-error.ts'
import { constraintMeanings } from './constraint-meanings.ts'

/** The constraint that a database error names, at any depth of its causes. */
export function violatedConstraint(thrown: unknown): string | undefined {
  return violation(thrown)?.constraint
}

const byName = new Map(
  Object.entries(constraintMeanings).flatMap(([table, constraints]) =>
    Object.entries(constraints).map(([name, meaning]) => [`${table}: ${name}`, meaning] as const),
  ),
)

/** The refusal that a constraint's violation means to the caller; undefined for every other failure and for a bug. */
export function refusalOfConstraint(thrown: unknown): ShopError | undefined {
  const { table = '', constraint = '' } = violation(thrown) ?? {}
  const meaning = byName.get(`${table}: ${constraint}`)
  return typeof meaning === 'function' ? meaning() : undefined
}

function violation(thrown: unknown): { table?: string; constraint?: string } | undefined {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, table, constraint } = at as { code?: unknown; table?: string; constraint?: string }
    if (typeof code === 'string' && code.startsWith('23')) return { table, constraint }
  }
  return undefined
}
