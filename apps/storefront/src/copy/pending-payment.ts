import type { PaymentState } from '@marashi/domain/contracts/orders'
import { mpesaCopy } from './mpesa.ts'

/** What the other pages say about an order whose payment is pending, or was. */
export const pendingPaymentCopy = {
  checking: (orderNumber: string) => `Checking the payment of order ${orderNumber}...`,
  unknown: (orderNumber: string) => `We could not check the payment of order ${orderNumber}`,
  unknownText: 'We ask again as soon as there is a connection. Please do not order the same again.',
  title: (orderNumber: string) => `Order ${orderNumber} waits to be paid`,
  /** After the amount. */
  text: 'is still open.',
  goOn: 'Continue payment',
  concluded: {
    paid: (orderNumber: string) => `Order ${orderNumber} is paid`,
    'on-delivery': (orderNumber: string) => `Order ${orderNumber} is placed`,
    cancelled: (orderNumber: string) => `Order ${orderNumber} was cancelled`,
    refunded: (orderNumber: string) => `Order ${orderNumber} was refunded`,
  },
  concludedText: (state: Exclude<PaymentState, 'unpaid'>, receipt: string | null) => {
    if (state === 'cancelled') return 'Nothing has been paid. Your cart is still here.'
    if (state === 'refunded')
      return 'Nothing is to be paid any more: the money goes back to you. Your cart is still here.'
    if (state === 'on-delivery') return 'You pay the courier. What you ordered has left your cart.'
    const left = 'What you ordered has left your cart.'
    return receipt ? `${mpesaCopy.receipt(receipt)}. ${left}` : left
  },
} as const
