import type { ShopEvent } from '@marashi/domain/contracts/events'
import { formatKsh } from '@marashi/domain/rules/money'
import type { NoticeKind } from '@marashi/domain/rules/notices'
import type { NoticeText } from './notice.entity.ts'

/** What the owner is told of an event, as far as the `others` that were read with it tell the same; null of most. */
export function noticeOfEvent(
  event: ShopEvent,
  others: readonly ShopEvent[],
): { kind: NoticeKind; text: NoticeText } | null {
  switch (event.type) {
    case 'order.placed':
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
          // Its money may be another amount, and its goods may have left: an event tells of neither.
          body: `An order of ${formatKsh(event.data.total)}.${isToPack(event, others) ? ' It can be packed.' : ''}`,
          path: orderPath(event.subject),
        },
      }
    case 'payment.flagged':
      return {
        kind: 'flag',
        text: {
          title: `A payment of ${event.data.orderNumber} needs you`,
          body: `${formatKsh(event.data.amount)}: ${event.data.what.replaceAll('-', ' ')}`,
          path: orderPath(event.data.orderId),
        },
      }
    case 'review.submitted':
      return {
        kind: 'review',
        text: {
          title: 'A new review',
          body: `${event.data.rating} of 5 stars. ${isShown(event, others) ? 'The shop shows it.' : 'It waits for your approval.'}`,
          path: '/admin/reviews',
        },
      }
    case 'stock.low':
      return {
        kind: 'stock',
        text: {
          title: `${event.data.name} runs low`,
          body: event.data.left === 0 ? 'None is left.' : `${event.data.left} left.`,
          path: '/admin/products',
        },
      }
    default:
      return null
  }
}

/** Where nobody moderates, and where the owner entered it as approved, both happen in one transaction. */
const isShown = ({ subject }: ShopEvent, others: readonly ShopEvent[]): boolean =>
  others.some((other) => other.type === 'review.approved' && other.subject === subject)

/** Money moves an order that waits for it to those that are to be packed, in the same transaction. */
const isToPack = ({ subject }: ShopEvent, others: readonly ShopEvent[]): boolean => {
  const last = others.findLast((other) => other.type === 'order.status_changed' && other.subject === subject)
  return last?.type === 'order.status_changed' && last.data.to === 'processing'
}

const orderPath = (id: string) => `/admin/orders?order=${id}`
