import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Environment } from '../../env.ts'
import { ShopError } from '../../shop-error.ts'

export type LimitName = 'orders' | 'reviews' | 'prompts' | 'receipts'

/** Counts an action. Throws TOO_MANY_REQUESTS with the seconds to wait when its limit is reached. */
export type Limits = (name: LimitName, key: string) => Promise<void>

const messages: Record<LimitName, string> = {
  orders: 'Too many orders from here. Please try again later.',
  reviews: 'Too many reviews from here. Please try again later.',
  prompts: 'Too many payment prompts from here. Please try again later, or choose another way to pay.',
  receipts: 'Too many codes from here. Please try again later, or contact us.',
}

/**
 * The shop's limits, kept in PostgreSQL so that several processes count together. Verbs call them after validation,
 * because invalid input does not count. See docs/behaviour.md#limits.
 */
export function makeLimits(pool: pg.Pool, env: Environment): Limits {
  const limiters: Record<LimitName, RateLimiterPostgres | undefined> = {
    orders: limiter(pool, 'orders', env.LIMIT_ORDERS),
    reviews: limiter(pool, 'reviews', env.LIMIT_REVIEWS),
    prompts: limiter(pool, 'prompts', env.LIMIT_PROMPTS),
    receipts: limiter(pool, 'receipts', env.LIMIT_RECEIPTS),
  }
  return async (name, key) => {
    try {
      await limiters[name]?.consume(key)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000)
      throw new ShopError('TOO_MANY_REQUESTS', messages[name], { retryAfterSeconds })
    }
  }
}

function limiter(pool: pg.Pool, name: LimitName, setting: string): RateLimiterPostgres | undefined {
  if (setting === 'off') return undefined
  const [points, duration] = setting.split('/').map(Number) as [number, number]
  return new RateLimiterPostgres({
    storeClient: pool,
    keyPrefix: name,
    points,
    duration,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  })
}
