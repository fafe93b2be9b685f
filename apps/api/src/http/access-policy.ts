import type { KeyArea } from '@marashi/domain/contracts/api-keys'

/** The area whose scope lets a key in; `session`: only the administrator herself, in her browser. */
export type Let = KeyArea | 'session'

/**
 * Whom the administrator's procedures let in beside her, by the router that they belong to; routes that are no procedures
 * name their area where they are added. Reading needs the area's `read`, writing its `write`. What is not listed here lets
 * no key in.
 */
export const accessPolicy: ReadonlyMap<string, Let> = new Map([
  ['admin.apiKeys', 'session'],
  ['admin.backups', 'session'],
  ['admin.cashUp', 'payments'],
  ['admin.categories', 'catalogue'],
  ['admin.customers', 'customers'],
  ['admin.dashboard', 'orders'],
  ['admin.events', 'session'],
  ['admin.health', 'session'],
  ['admin.orders', 'orders'],
  ['admin.payments', 'payments'],
  ['admin.prices', 'catalogue'],
  ['admin.products', 'catalogue'],
  ['admin.push', 'session'],
  ['admin.receiptClaims', 'payments'],
  ['admin.refunds', 'payments'],
  ['admin.reviews', 'reviews'],
  ['admin.session', 'session'],
  ['admin.settings', 'settings'],
  ['admin.stock', 'catalogue'],
  ['admin.transactions', 'payments'],
  ['admin.webhookEvents', 'payments'],
])

/** The router of a procedure: `admin.orders` of `admin.orders.list`. */
export const routerOf = (path: string): string => path.split('.').slice(0, 2).join('.')

export const areaOf = (path: string): Let => accessPolicy.get(routerOf(path)) ?? 'session'
