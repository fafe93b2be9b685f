/** What the browser's tab says of an order. A file of its own: the words of its page are not part of every first page. */
export const orderHead = {
  title: (orderNumber: string) => `Order ${orderNumber}`,
  description: 'How this order stands.',
  order: 'Order',
} as const
