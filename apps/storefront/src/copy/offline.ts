/** The page for addresses that cannot be loaded without a connection. */
export const offlineCopy = {
  title: 'No connection',
  text: 'This page has not been opened on this device before, so it needs a connection.',
  works: 'What works now',
  cart: 'Your cart',
  cartHint: 'Nothing in it is lost. Change it as you like, and order when you are connected.',
  waits: 'Search, today’s prices and ordering wait for the connection.',
  seen: 'Pages you have seen',
  retry: 'Try again',
} as const
