import { type Fulfilment, fulfilments, type OrderView } from '@marashi/domain/contracts/admin-orders'

/** What a view of the list asks of an order, with one value; the column's index holds its orders, newest first. */
export function columnOfView(view: OrderView): 'status' | 'fulfilment' {
  return fulfilments.includes(view as Fulfilment) ? 'fulfilment' : 'status'
}
