import { createHash } from 'node:crypto'
import type { OrderPage, OrderPageState } from '@marashi/domain/contracts/order-page'
import { firstName } from '@marashi/domain/rules/first-name'
import { maskEmail, maskPhone } from '@marashi/domain/rules/mask-contact'
import { waitTimeoutMs } from '@marashi/domain/rules/mpesa-prompt'
import { pageSecretForm } from '@marashi/domain/rules/order-page-address'
import { orderTimeline } from '@marashi/domain/rules/order-timeline'
import { publicImage } from '@marashi/domain/rules/picture'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { orderPageRow } from './order-page-row.ts'
import { statusAndClaim } from './payment-status.ts'

/**
 * The order whose page has this secret, without personal data beyond a first name. Throws NOT_FOUND for any other secret, and
 * TOO_MANY_REQUESTS once a network has guessed too often; who has a link that exists is never refused.
 */
export async function orderPage(
  ctx: Pick<Context, 'em' | 'env' | 'settings' | 'clock' | 'limitRequests'>,
  { secret }: { secret: string },
): Promise<OrderPage> {
  const row = pageSecretForm.test(secret) ? await orderPageRow(ctx.em, secret) : undefined
  if (!row) {
    await ctx.limitRequests('orderPageGuesses')
    throw notFound('Order')
  }
  const {
    customerName,
    customerPhone,
    customerEmail,
    changes,
    paidAt,
    refundedAt,
    promptedAt,
    payment,
    items,
    ...shown
  } = row
  const { status, isChecking } = await statusAndClaim(ctx, { id: row.orderId })
  const { state, mpesaStatus, failureCode, receiptClaim } = status
  // A prompt whose end nobody told stays pending, and the time is that of whatever the shopper has turned to since.
  const isPrompted = row.paymentMethod !== 'stripe' && (mpesaStatus === 'initiated' || mpesaStatus === 'pending')
  const isWaiting = isPrompted && promptedAt !== null && ctx.clock().getTime() - Date.parse(promptedAt) < waitTimeoutMs
  const page = {
    ...shown,
    items: items.map((item) => ({ ...item, image: item.image && publicImage(item.image, ctx.env.PUBLIC_URL) })),
    state: pageState(state, { isChecking, isWaiting }),
    firstName: firstName(customerName),
    phone: maskPhone(customerPhone),
    email: customerEmail && maskEmail(customerEmail),
    hasMail: ctx.env.SMTP_URL !== undefined,
    payment: payment && { ...payment, phone: payment.phone && maskPhone(payment.phone) },
    failureCode,
    receiptClaim,
    footer: (await settingsOf(ctx)).receipt.footer,
    timeline: orderTimeline({
      // A deleted order keeps its status, and its page says that it is cancelled.
      status: state === 'cancelled' ? state : row.status,
      placedAt: row.placedAt,
      paidAt,
      refundedAt,
      isPaidOnDelivery: state === 'on-delivery',
      changes,
    }),
  }
  return { ...page, version: createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 12) }
}

function pageState(state: OrderPageState, { isChecking, isWaiting }: { isChecking: boolean; isWaiting: boolean }) {
  if (state !== 'unpaid') return state
  return isChecking ? 'checking' : isWaiting ? 'pending' : state
}
