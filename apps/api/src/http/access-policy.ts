import type { KeyArea } from '@marashi/domain/contracts/api-keys'
import { eventAreas } from '@marashi/domain/contracts/event-list'

/** The areas of which one scope lets a key in; `session`: only the administrator herself, in her browser. */
export type AccessRule = KeyArea | readonly KeyArea[] | 'session'

/**
 * Whom the administrator's procedures let in beside her, by the router that they belong to; routes that are no procedures
 * name their area where they are added. Reading needs the area's `read`, writing its `write`. What is not listed here lets
 * no key in.
 */
export const accessPolicy: ReadonlyMap<string, AccessRule> = new Map<string, AccessRule>([
  ['admin.apiKeys', 'session'],
  ['admin.backups', 'session'],
  ['admin.cashUp', 'payments'],
  ['admin.categories', 'catalogue'],
  ['admin.confirmations', 'session'],
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
  ['admin.webhooks', 'session'],
  // The verb leaves out what the key may not read.
  ['events.list', eventAreas],
])

/** The router of a procedure: `admin.orders` of `admin.orders.list`. */
export const routerOf = (path: string): string => path.split('.').slice(0, 2).join('.')

/** The areas of which one is enough; none for `session`. */
export const areasOf = (who: AccessRule): readonly KeyArea[] =>
  who === 'session' ? [] : typeof who === 'string' ? [who] : who

export const areaOf = (path: string): AccessRule => accessPolicy.get(routerOf(path)) ?? 'session'
