import { createFileRoute } from '@tanstack/react-router'
import { OrdersPage } from '../features/order/orders-page.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/orders')({
  head: ({ match }) => pageHead('orders', match.context.shop),
  component: OrdersPage,
})
