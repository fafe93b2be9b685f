import type { Environment } from '../../env.ts'
import { ShopError } from '../../shop-error.ts'
import { type LimitName, type LimitVariable, rowOf } from './limit-table.ts'

/** How many in how many seconds; undefined where the limit is off. */
export function limitSettingOf(
  name: LimitName,
  env: Pick<Environment, LimitVariable>,
): { most: number; seconds: number } | undefined {
  const { variable, most, seconds } = rowOf(name)
  if (!variable) return { most, seconds }
  const set = env[variable as LimitVariable]
  if (set === 'off') return undefined
  const [ownMost = 0, ownSeconds = 0] = set.split('/').map(Number)
  return { most: ownMost, seconds: ownSeconds }
}

/** The answer of a limit that is reached. */
export const limitReached = (name: LimitName, waitMs: number): ShopError =>
  new ShopError('TOO_MANY_REQUESTS', rowOf(name).message ?? 'Too many requests. Please try again later.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
