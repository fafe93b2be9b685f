import { ShopError } from '../../../shop-error.ts'

/** Why an order takes no payment any more, alike for every way to pay. */
export const orderCancelled = () =>
  new ShopError('CONFLICT', 'This order was cancelled. Please place it again.', { code: 'ORDER_CANCELLED' })

/** See docs/behaviour.md#old-orders. */
export const orderOutdated = () =>
  new ShopError('CONFLICT', 'Prices have changed since this order was placed. Please cancel it and order again.', {
    code: 'ORDER_OUTDATED',
  })

/** See docs/behaviour.md#stock. An order that is cancelled already stays so. */
export const piecesSold = ({ isCancelled = false } = {}) =>
  new ShopError(
    'CONFLICT',
    `Something in this order is sold out by now. Please ${isCancelled ? '' : 'cancel it and '}order again.`,
    { code: 'PRODUCT_UNAVAILABLE' },
  )

/** See docs/behaviour.md#refunded-orders. */
export const orderRefunded = () =>
  new ShopError('CONFLICT', 'This order was refunded. Please place it again.', { code: 'ORDER_REFUNDED' })

export const orderPaid = () => new ShopError('CONFLICT', 'This order is already paid.', { code: 'ORDER_PAID' })

export const cardNotConfigured = () =>
  new ShopError('SERVICE_UNAVAILABLE', 'Card payment is not configured', { code: 'CARD_NOT_CONFIGURED' })

/** See docs/behaviour.md#order-queue. */
export const receiptUndecided = () =>
  new ShopError('CONFLICT', 'The receipt that was typed for this order is not decided yet: see the Cash-up.', {
    code: 'ORDER_HAS_MONEY',
  })

/** The card's money may be moving: nothing else may be done with the order until the provider knows. */
export const stillProcessing = (message: string) =>
  new ShopError('CONFLICT', message, { code: 'STILL_PROCESSING', retryAfterSeconds: 2 })

export const paymentMismatch = () =>
  new ShopError('CONFLICT', 'The payment does not fit the order. Please contact support.', { code: 'PAYMENT_MISMATCH' })
