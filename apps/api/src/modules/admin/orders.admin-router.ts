import {
  adminOrder,
  orderHistory,
  orderList,
  orderListQuery,
  orderStatusInput,
} from '@marashi/domain/contracts/admin-orders'
import { orderId } from '@marashi/domain/contracts/orders'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { listOrders } from '../orders/list-orders.ts'
import { orderHistory as readHistory } from '../payments/records/order-history.ts'
import { removeOrder } from './remove-order.ts'

const tags = ['Administrator']

export const ordersAdminRouter = router({
  list: administratorProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/orders', tags, summary: 'List and search orders, newest first' } })
    .input(orderListQuery)
    .output(orderList)
    .query(({ ctx, input }) => listOrders(ctx, input)),

  history: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/orders/{id}', tags, summary: 'An order with its payments’ history' },
      errors: ['NOT_FOUND'],
    })
    .input(orderId)
    .output(orderHistory)
    .query(({ ctx, input }) => readHistory(ctx, input)),

  setStatus: administratorProcedure
    .meta({
      openapi: { method: 'PATCH', path: '/admin/orders/{id}/status', tags, summary: 'Move an order on' },
      errors: ['NOT_FOUND', 'STALE'],
    })
    .input(orderStatusInput)
    .output(adminOrder)
    .mutation(({ ctx, input }) => advanceOrder(ctx, input)),

  remove: administratorProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/admin/orders/{id}', tags, summary: 'Take an order off the lists' },
      errors: ['NOT_FOUND'],
      status: 204,
    })
    .input(orderId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeOrder(ctx, input)),
})
