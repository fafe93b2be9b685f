/** Paying by card (specification §4, §8), to the letter. */
export const cardCopy = {
  title: 'Pay by card',
  order: (orderNumber: string, total: string) => `Order ${orderNumber}, ${total}`,
  loading: 'Loading the card form',
  pay: (total: string) => `Pay ${total}`,
  paying: 'Paying...',
  checking: 'Checking your payment...',
  checkAgain: 'Check again',
  tryAgain: 'Try Again',
  otherWay: 'Choose another way to pay',
  setupFailed: 'Payment setup failed',
  setupFailedText: 'The card form could not be loaded. Please check your connection and try again.',
  confirmationFailed: 'Payment confirmation failed',
  confirmationFailedText: (orderNumber: string) =>
    `Your card may have been charged. Please contact support and name order ${orderNumber}.`,
  orderNotFound: 'Order ID not found. Please contact support.',
  failed: 'Payment failed',
  paidTitle: 'Payment successful!',
  paidText: 'A receipt was sent to your e-mail.',
  paid: 'Payment received',
  thanks: (orderNumber: string) => `Thank you! We are getting order ${orderNumber} ready.`,
  help: 'Contact support',
} as const
