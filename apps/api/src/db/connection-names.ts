/** As whom PostgreSQL lists the shop's connections. */
export const connectionNames = {
  backup: 'marashi-backup',
  changes: 'marashi-cache',
  jobs: 'marashi-jobs',
  limits: 'marashi-limits',
  orders: 'marashi-orders',
  replica: 'marashi-read',
  requests: 'marashi',
  searches: 'marashi-search',
} as const

export type ConnectionName = (typeof connectionNames)[keyof typeof connectionNames]

/**
 * Those that go past a pooler: they end with the process that opened them. A pooler keeps the others open for minutes after
 * it, by their name. Each shop that runs holds one of them at every moment, that of its jobs also where it hears no changes.
 */
export const directConnections: readonly ConnectionName[] = [
  connectionNames.backup,
  connectionNames.changes,
  connectionNames.jobs,
  connectionNames.orders,
  connectionNames.searches,
]
