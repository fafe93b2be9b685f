import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { whatsappLink } from '@marashi/domain/rules/contact-links'
import { orderPageUrl } from '@marashi/domain/rules/order-page-address'
import { statusMessage } from '@marashi/domain/rules/status-message'
import { ordersCopy } from '../../copy/orders.ts'
import { shopAddress, shopName } from '../../lib/shop-name.ts'

/** The page that the customer sees of the order. */
export const pageOf = (order: AdminOrder): string => orderPageUrl(shopAddress(), order.pageSecret)

/** What the customer is told of an order as it stands. */
export const messageOf = (order: AdminOrder): string =>
  statusMessage({ ...order, shopName: shopName(), link: pageOf(order) })

/** The link that opens a chat with the customer, with the message of the order's status. */
export const whatsappOf = (order: AdminOrder): string => whatsappLink(order.customerPhone, messageOf(order))

/** The link that opens an e-mail to the customer, with the same message. */
export const emailOf = (order: AdminOrder): string =>
  `mailto:${encodeURIComponent(order.customerEmail ?? '')}?subject=${encodeURIComponent(
    ordersCopy.emailSubject(order.orderNumber, shopName()),
  )}&body=${encodeURIComponent(messageOf(order))}`
