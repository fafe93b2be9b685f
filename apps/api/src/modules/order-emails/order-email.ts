import { formatKsh } from '@marashi/domain/rules/money'
import { orderPageUrl } from '@marashi/domain/rules/order-page-address'
import { isAgreedElsewhere, sumToPay } from '@marashi/domain/rules/sum-to-pay'
import type { Context } from '../../http/context.ts'
import { shopperEmail } from '../mail/shopper-email.ts'
import type { Email } from '../mail/smtp.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import type { OrderEmailKind } from './order-email.entity.ts'
import type { OrderFacts } from './order-facts.ts'

/** An e-mail about an order. Its id follows from the row, so that a mail server drops the one that a crash sent again. */
export async function orderEmail(
  ctx: Pick<Context, 'env' | 'settings'>,
  { id, kind, to }: { id: string; kind: OrderEmailKind; to: string },
  order: OrderFacts,
): Promise<Email> {
  const { shop } = await settingsOf(ctx)
  const place = order.placeName
  const { subject, lines } = messages[kind]({ ...order, place, shopName: shop.name })
  const body = shopperEmail({
    shop,
    customerName: order.customerName,
    lines,
    ...(!isAgreedElsewhere(order) && {
      receipt: {
        ...order,
        place,
        isPaid: order.isPaidInFull,
        isOver: order.isPaid || order.openClaim !== null || order.needsCheck,
      },
    }),
    promise: order.promise,
    link: { label: 'Follow your order', url: orderPageUrl(ctx.env.PUBLIC_URL, order.pageSecret) },
  })
  return { messageId: `<${kind}-${id}@${new URL(ctx.env.PUBLIC_URL).hostname}>`, to, subject, ...body }
}

type OrderAtPlace = OrderFacts & { place: string; shopName: string }

const messages: Record<OrderEmailKind, (order: OrderAtPlace) => { subject: string; lines: string[] }> = {
  received: (order) => ({
    subject: `Your order from ${order.shopName} (${order.orderNumber})`,
    lines: [`thank you. We have received your order ${order.orderNumber}.`, ...whatIsToPay(order)],
  }),
  'sent-out': (order) => ({
    subject: `Your order from ${order.shopName} is on its way (${order.orderNumber})`,
    lines: [
      `your order ${order.orderNumber} is on its way to ${order.place}. Please keep your phone near for the courier.`,
      ...whatIsToPay(order),
    ],
  }),
}

const claimed = {
  checking: 'We are checking the M-Pesa receipt that you typed; you need not pay again.',
  'behind-another':
    'The M-Pesa receipt that you typed is being checked for another order first. Please contact us if you have paid.',
}

function whatIsToPay(order: OrderAtPlace): string[] {
  const sum = sumToPay(order)
  if (sum === null) return []
  if (order.openClaim) return [claimed[order.openClaim]]
  if (order.needsCheck) return ['We are checking a payment of this order and will get in touch with you.']
  return order.isPaidOnDelivery
    ? [`You pay the courier ${formatKsh(sum)}.`]
    : [`${formatKsh(sum)} are not paid yet. You can pay on the page of your order.`]
}
