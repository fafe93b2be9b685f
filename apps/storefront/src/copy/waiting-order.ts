/** Said on the cart page while an order waits to be paid. */
export const waitingOrderCopy = {
  title: (orderNumber: string) => `Order ${orderNumber} waits to be paid`,
  text: (total: string) => `${total} is still open.`,
  goOn: 'Continue payment',
} as const
