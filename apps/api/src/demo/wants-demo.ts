import type { Environment } from '../env.ts'

/**
 * Whether an empty shop gets the invented catalogue: where SEED asks for it, or SEED is empty and somebody tries the shop
 * in development with its embedded PostgreSQL. Any other database may be a real shop's.
 */
export function wantsInventedGoods({ SEED, NODE_ENV, DATABASE_URL }: Environment): boolean {
  return SEED ? SEED === 'demo' : NODE_ENV === 'development' && !DATABASE_URL
}

/** Whether M-Pesa is a demo: without credentials, and never in production, where a shopper could believe to have paid. */
export const wantsDemo = (env: Environment): boolean => !env.MPESA_CONSUMER_KEY && env.NODE_ENV === 'development'
