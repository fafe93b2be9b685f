import { type Fulfilment, fulfilments, type OrderView } from '@marashi/domain/contracts/admin-orders'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../tables.ts'

const eb = expressionBuilder<Pick<Tables, 'orders'>, 'orders'>()

/** Whether an order is in a view of the list; without a view every one is. An index of each column gives the newest first. */
export function isInView(view: OrderView | undefined): Expression<SqlBool> {
  if (view === undefined) return eb.and([])
  return isFulfilment(view) ? eb('fulfilment', '=', view) : eb('status', '=', view)
}

const isFulfilment = (view: OrderView): view is Fulfilment => fulfilments.some((fulfilment) => fulfilment === view)
