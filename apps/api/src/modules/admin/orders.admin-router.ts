import { deletion } from '@marashi/domain/contracts/admin-lists'
import {
  advancedMany,
  advanceManyInput,
  cancelledMany,
  cancelledOrder,
  cancelManyInput,
  cancelOrderInput,
  packingSlips as packingSlipsOutput,
  packingSlipsQuery,
} from '@marashi/domain/contracts/admin-order-steps'
import {
  adminOrder,
  orderHistory,
  orderList,
  orderListQuery,
  orderStatusInput,
} from '@marashi/domain/contracts/admin-orders'
import { addNoteInput, orderNote } from '@marashi/domain/contracts/order-notes'
import { orderState as orderStateOutput } from '@marashi/domain/contracts/order-state'
import { orderId } from '@marashi/domain/contracts/orders'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { advanceOrders } from '../orders/advance-orders.ts'
import { leftSome } from '../orders/answer-apart.ts'
import { cancelOrders } from '../orders/cancel-orders.ts'
import { listOrders } from '../orders/list-orders.ts'
import { addNote } from '../orders/order-notes.ts'
import { orderState } from '../orders/order-state.ts'
import { packingSlips } from '../orders/packing-slips.ts'
import { orderHistory as readHistory } from '../payments/records/order-history.ts'
import { cancelWithRefund } from './cancel-with-refund.ts'
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

  state: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/{id}',
        tags,
        summary: 'How far an order is and how its money stands, whatever it is paid with',
      },
      errors: ['NOT_FOUND'],
    })
    .input(orderId)
    .output(orderStateOutput)
    .query(({ ctx, input }) => orderState(ctx, input)),

  packingSlips: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/packing-slips', tags, summary: 'The orders to print slips of' },
    })
    .input(packingSlipsQuery)
    .output(packingSlipsOutput)
    .query(({ ctx, input }) => packingSlips(ctx, input)),

  setStatus: administratorProcedure
    .meta({
      openapi: { method: 'PATCH', path: '/admin/orders/{id}/status', tags, summary: 'Move an order on' },
      errors: ['NOT_FOUND', 'STALE'],
    })
    .input(orderStatusInput)
    .output(adminOrder)
    .mutation(({ ctx, input }) => advanceOrder(ctx, input)),

  advanceMany: administratorProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/admin/orders/status',
        tags,
        summary: 'Move several orders on, each answered apart',
      },
      // One transaction for all of them would hold pieces that checkouts wait for, in another order than theirs.
      asksOthers: true,
      mayComeAgain: leftSome,
    })
    .input(advanceManyInput)
    .output(advancedMany)
    .mutation(({ ctx, input }) => advanceOrders(ctx, input)),

  cancel: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/orders/{id}/cancel',
        tags,
        summary: 'Cancel an order for a reason, and give its money back',
      },
      errors: ['NOT_FOUND', 'CONFLICT', 'STALE', 'TOO_MANY_REQUESTS'],
      asksOthers: true,
    })
    .input(cancelOrderInput)
    .output(cancelledOrder)
    .mutation(({ ctx, input }) => cancelWithRefund(ctx, input)),

  cancelMany: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/orders/cancel',
        tags,
        summary: 'Cancel several orders without money for one reason, each answered apart',
      },
      // As where several are moved on.
      asksOthers: true,
      mayComeAgain: leftSome,
    })
    .input(cancelManyInput)
    .output(cancelledMany)
    .mutation(({ ctx, input }) => cancelOrders(ctx, input)),

  addNote: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/orders/{id}/notes', tags, summary: 'Add a note to an order' },
      errors: ['NOT_FOUND'],
      status: 201,
    })
    .input(addNoteInput)
    .output(orderNote)
    .mutation(({ ctx, input }) => addNote(ctx, input)),

  remove: administratorProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/admin/orders/{id}', tags, summary: 'Take an order off the lists' },
      errors: ['NOT_FOUND', 'STALE'],
      status: 204,
    })
    .input(deletion)
    .output(z.void())
    .mutation(({ ctx, input }) => removeOrder(ctx, input)),
})
