import type { Environment } from '../env.ts'

/**
 * Whether an empty shop gets the invented catalogue: where the environment asks for it by name, or says nothing and a
 * newcomer tries the shop with the PostgreSQL that it brings along. A database from outside may be a real shop's.
 */
export function wantsInventedGoods({ SEED, NODE_ENV, DATABASE_URL }: Environment): boolean {
  return SEED ? SEED === 'demo' : NODE_ENV === 'development' && !DATABASE_URL
}

/** Whether M-Pesa is a demo: without credentials, and with nobody who could believe to have paid. */
export const wantsDemo = (env: Environment): boolean => !env.MPESA_CONSUMER_KEY && env.NODE_ENV === 'development'
