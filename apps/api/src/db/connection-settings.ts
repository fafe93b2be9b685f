/** What every connection of a pool is set to. Times are in milliseconds. */
export const connectionSettings = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  // Statements are parsed once for each connection and still planned each time: one plan for all values took 3.6 s in
  // place of 1.5 ms to find a telephone number among a million orders (docs/decisions/015-prepared-statements.md).
  plan_cache_mode: 'force_custom_plan',
} as const
