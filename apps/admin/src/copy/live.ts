import type { ShopEvent } from '@marashi/domain/contracts/events'
import { formatKsh } from '@marashi/domain/rules/money'
import { formatWhole } from '@marashi/domain/rules/whole-number'

export interface Headline {
  title: string
  description: string
}

export const liveCopy = {
  several: (count: number) => `${formatWhole(count)} things happened`,
}

/** What an open page says of an event; undefined of what the list shows by itself. */
export function headlineOf(event: ShopEvent): Headline | undefined {
  switch (event.type) {
    case 'order.placed':
      return { title: `New order ${event.data.orderNumber}`, description: formatKsh(event.data.total) }
    case 'order.paid':
      return { title: `${event.data.orderNumber} is paid`, description: formatKsh(event.data.total) }
    case 'payment.flagged':
      return {
        title: `A payment of ${event.data.orderNumber} needs you`,
        description: event.data.what.replaceAll('-', ' '),
      }
    case 'review.submitted':
      return { title: 'A new review', description: `${event.data.rating} of 5 stars` }
    case 'stock.low':
      return {
        title: `${event.data.name} runs low`,
        description: event.data.left === 0 ? 'None is left' : `${event.data.left} left`,
      }
    default:
      return undefined
  }
}
