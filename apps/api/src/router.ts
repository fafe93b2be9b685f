import { router } from './http/procedures.ts'
import { adminRouter } from './modules/admin/admin.router.ts'
import { catalogueRouter } from './modules/catalogue/catalogue.router.ts'
import { checkoutRouter } from './modules/checkout/checkout.router.ts'
import { eventsRouter } from './modules/events/events.router.ts'
import { ordersRouter } from './modules/orders/orders.router.ts'
import { paymentsRouter } from './modules/payments/payments.router.ts'
import { reviewsRouter } from './modules/reviews/reviews.router.ts'

/** Every procedure of the shop, for both transports. */
export const appRouter = router({
  admin: adminRouter,
  catalogue: catalogueRouter,
  checkout: checkoutRouter,
  events: eventsRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
  reviews: reviewsRouter,
})
export type AppRouter = typeof appRouter
