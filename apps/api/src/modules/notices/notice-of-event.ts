import type { ShopEvent } from '@marashi/domain/contracts/events'
import { formatKsh } from '@marashi/domain/rules/money'
import type { NoticeKind } from '@marashi/domain/rules/notices'
import type { NoticeText } from './notice.entity.ts'
import { flagOf, type OrderNow, type Subjects } from './read-subjects.ts'

/**
 * What the owner is told of an event and of how its order, payment, review or perfume is now; null of most, of a flag that is resolved, of
 * a new order that is over, of a review that is deleted, and of a perfume that is low no more.
 */
export function noticeOfEvent(
  event: ShopEvent,
  { orders, reviews, flags, low }: Subjects,
): { kind: NoticeKind; text: NoticeText } | null {
  switch (event.type) {
    case 'order.placed':
      if (isOver(orders.get(event.subject))) return null
      return {
        kind: 'order',
        text: {
          title: `New order ${event.data.orderNumber}`,
          body: formatKsh(event.data.total),
          path: orderPath(event.subject),
        },
      }
    case 'order.paid':
      return {
        kind: 'paid',
        text: {
          title: `${event.data.orderNumber} is paid`,
          // Its money may be another amount, and its goods may have left: only what is still to be packed is called so.
          body: `An order of ${formatKsh(event.data.total)}.${wordsOfOrder(orders.get(event.subject))}`,
          path: moneyPath(orders.get(event.subject), { id: event.subject, number: event.data.orderNumber }),
        },
      }
    case 'payment.flagged':
      if (!flags.has(flagOf(event.subject, event.data.what))) return null
      return {
        kind: 'flag',
        text: {
          title: `A payment of ${event.data.orderNumber} needs you`,
          body: `${formatKsh(event.data.amount)}: ${event.data.what.replaceAll('-', ' ')}`,
          path: moneyPath(orders.get(event.data.orderId), { id: event.data.orderId, number: event.data.orderNumber }),
        },
      }
    case 'review.submitted': {
      const status = reviews.get(event.subject)
      if (status === undefined) return null
      return {
        kind: 'review',
        text: {
          title: 'A new review',
          body: `${event.data.rating} of 5 stars. ${wordsOfReview(status)}`,
          path: '/admin/reviews',
        },
      }
    }
    case 'stock.low': {
      const left = low.get(event.data.variantId)
      if (left === undefined) return null
      return {
        kind: 'stock',
        text: {
          title: `${event.data.name} runs low`,
          body: left === 0 ? 'None is left.' : `${left} left.`,
          path: '/admin/products',
        },
      }
    }
    default:
      return null
  }
}

/** Nobody has anything to do for it; the list of orders shows what became of it, unless it was deleted. */
const isOver = (order: OrderNow | undefined): boolean => !order || order.isCancelled || order.isDeleted

/** Money also comes for an order that was deleted meanwhile, which no list of orders shows. */
function wordsOfOrder(order: OrderNow | undefined): string {
  if (order?.isDeleted) return ' It was deleted: do not send it, and see whether its money goes back.'
  return order?.fulfilment === 'to-pack' ? ' It can be packed.' : ''
}

/** Where nobody moderates, and where the owner entered it, it is decided from the beginning. */
function wordsOfReview(status: string): string {
  if (status === 'pending') return 'It waits for your approval.'
  return status === 'approved' ? 'The shop shows it.' : 'The shop does not show it.'
}

/** No list of orders shows a deleted one; the list of payments shows its money. */
const moneyPath = (order: OrderNow | undefined, { id, number }: { id: string; number: string }) =>
  order?.isDeleted ? `/admin/payments?search=${number}` : orderPath(id)

const orderPath = (id: string) => `/admin/orders?order=${id}`
