import { failureOf } from '@marashi/api-client/failure'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { orderHead } from '../copy/order-head.ts'
import { PayOrder } from '../features/checkout/order-page/pay-order.tsx'
import { NotFound } from '../features/not-found/not-found.tsx'
import { isPayable } from '../features/order/is-payable.ts'
import { OrderPage } from '../features/order/order-page.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/order/$secret')({
  loader: async ({ context: { utils }, params: { secret } }) => {
    const order = await orderOrNotFound(utils.orders.page.ensureData({ secret }))
    if (isPayable(order)) await utils.payments.methods.prefetch()
    return order
  },
  head: ({ match: { context }, loaderData: order }) => {
    const title = order ? orderHead.title(order.orderNumber) : orderHead.order
    // Not the address of this page: it is a secret.
    const head = pageHead('orders', context.shop, { title, description: orderHead.description })
    return { ...head, meta: [...head.meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: OrderRoute,
  notFoundComponent: NotFound,
})

function OrderRoute() {
  const { secret } = Route.useParams()
  const { shop } = Route.useRouteContext()
  return (
    <OrderPage
      secret={secret}
      shop={shop}
      payment={(order, onChanged) => <PayOrder order={order} shop={shop} onChanged={onChanged} />}
    />
  )
}

async function orderOrNotFound<Order>(asked: Promise<Order>): Promise<Order> {
  try {
    return await asked
  } catch (error) {
    if ([400, 404].includes(failureOf(error).status)) throw notFound()
    throw error
  }
}
