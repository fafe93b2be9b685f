import { router } from '../../http/procedures.ts'
import { apiKeysAdminRouter } from './api-keys/api-keys.admin-router.ts'
import { backupsAdminRouter } from './backups/backups.admin-router.ts'
import { cashUpAdminRouter } from './cash-up.admin-router.ts'
import { categoriesRouter } from './categories.admin-router.ts'
import { confirmationsAdminRouter } from './confirmations.admin-router.ts'
import { customersAdminRouter } from './customers/customers.admin-router.ts'
import { dashboardRouter } from './dashboard/dashboard.admin-router.ts'
import { healthAdminRouter } from './health/health.admin-router.ts'
import { eventsAdminRouter } from './live/events.admin-router.ts'
import { ordersAdminRouter } from './orders.admin-router.ts'
import { paymentsAdminRouter } from './payments.admin-router.ts'
import { pricesRouter } from './prices.admin-router.ts'
import { productsRouter } from './products.admin-router.ts'
import { pushAdminRouter } from './push.admin-router.ts'
import { receiptClaimsAdminRouter } from './receipt-claims.admin-router.ts'
import { refundsAdminRouter } from './refunds.admin-router.ts'
import { reviewsAdminRouter } from './reviews.admin-router.ts'
import { sessionRouter } from './session/session.admin-router.ts'
import { settingsAdminRouter } from './settings.admin-router.ts'
import { stockAdminRouter } from './stock/stock.admin-router.ts'
import { transactionsAdminRouter } from './transactions.admin-router.ts'
import { webhookEventsAdminRouter } from './webhook-events.admin-router.ts'
import { webhooksAdminRouter } from './webhooks/webhooks.admin-router.ts'

/** What the administration can be asked; who is not logged in may only log in and out. */
export const adminRouter = router({
  apiKeys: apiKeysAdminRouter,
  backups: backupsAdminRouter,
  cashUp: cashUpAdminRouter,
  confirmations: confirmationsAdminRouter,
  customers: customersAdminRouter,
  dashboard: dashboardRouter,
  events: eventsAdminRouter,
  health: healthAdminRouter,
  orders: ordersAdminRouter,
  payments: paymentsAdminRouter,
  session: sessionRouter,
  prices: pricesRouter,
  products: productsRouter,
  categories: categoriesRouter,
  push: pushAdminRouter,
  receiptClaims: receiptClaimsAdminRouter,
  refunds: refundsAdminRouter,
  reviews: reviewsAdminRouter,
  settings: settingsAdminRouter,
  stock: stockAdminRouter,
  transactions: transactionsAdminRouter,
  webhookEvents: webhookEventsAdminRouter,
  webhooks: webhooksAdminRouter,
})
