import type { OrderPage } from '@marashi/domain/contracts/order-page'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { loadToasts, Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { keepOrder } from '../../../lib/device-orders.ts'
import { pageDouble } from '../../../testing/page-double.tsx'
import { makeProduct } from '../../../testing/products.ts'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import { cartActions } from '../../cart/use-cart.ts'
import {
  clearPendingPayment,
  type PendingPayment,
  readPendingPayment,
  savePendingPayment,
} from '../pending/pending-payment.ts'
import OrderPayment from './order-payment.tsx'

const orderId = '00000000-0000-4000-8000-000000000007'
const perfume = makeProduct()
const order = {
  orderId,
  orderNumber: 'MR100030',
  total: 4_500,
  items: [{ productId: perfume.id, name: perfume.name, price: 4_500, quantity: 1, image: null }],
} as unknown as OrderPage
const open: PendingPayment = {
  orderId,
  orderNumber: 'MR100030',
  amountShillings: 4_500,
  method: 'mpesa',
  phone: '0712345678',
  startedAt: 1,
  isAsked: true,
  items: [{ productId: perfume.id, quantity: 1 }],
}

beforeAll(loadToasts)
afterEach(() => {
  cleanup()
  clearPendingPayment(orderId)
  cartActions.removeItem(perfume.id)
  localStorage.clear()
})

async function show(payAnotherWay: () => unknown = () => undefined, card: object | null = null, state = 'paid') {
  const onBack = vi.fn()
  const onChanged = vi.fn()
  const answers = {
    'payments.methods': () => ({
      offered: ['manual', 'mpesa', ...(card ? ['stripe'] : [])],
      mpesa: { maxShillings: 250_000 },
      card,
    }),
    'payments.payAnotherWay': payAnotherWay,
    'payments.startMpesa': () => undefined,
    'orders.paymentStatus': () => ({ state, ...status }),
    'payments.createIntent': () => ({ clientSecret: 'pi_1_secret_1' }),
  }
  const payment = <OrderPayment order={order} shop={{} as ShopDetails} onBack={onBack} onChanged={onChanged} />
  const page = (content: ReactNode) => (
    <>
      <Toaster />
      <ShopDouble answers={answers}>{content}</ShopDouble>
    </>
  )
  const { rerender } = render(page(pageDouble('/order/secret', payment).page))
  await screen.findByRole('button', { name: 'Pay on delivery instead' })
  return { onBack, onChanged, leavePage: () => rerender(page(null)) }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('the browser still knows the order that waits for its payment after "Not now"', async () => {
  savePendingPayment(open)
  const { onBack } = await show()
  await press('Not now')
  expect(onBack).toHaveBeenCalledOnce()
  expect(readPendingPayment()).toEqual(open)
})

it.each([
  ['this order', open],
  ['another order', { ...open, orderId: '00000000-0000-4000-8000-000000000008' }],
])('the browser still knows %s when the other way to pay was refused', async (_, before) => {
  savePendingPayment(before)
  const refused = vi.fn(() => {
    throw refusal(429, 'Too many orders wait.', { code: 'TOO_MANY_REQUESTS' })
  })
  await show(refused)
  await press('Pay on delivery instead')
  await waitFor(() => expect(refused).toHaveBeenCalledOnce())
  await waitFor(() => expect(readPendingPayment()).toEqual(before))
  clearPendingPayment(before.orderId)
})

it.each([
  ['an order that stays cancelled because its pieces were sold is left, to be ordered again', 'cancelled', null],
  ['an open order whose pieces were sold goes on waiting', 'unpaid', open],
])('%s', async (_, state, after) => {
  savePendingPayment(open)
  const soldOut = () => {
    throw refusal(409, 'Something in this order is sold out by now.', { code: 'PRODUCT_UNAVAILABLE' })
  }
  const { onBack } = await show(soldOut, null, state)
  await press('Pay on delivery instead')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Not now' }).ariaDisabled).toBeNull())
  expect(onBack).toHaveBeenCalledTimes(after ? 0 : 1)
  expect(readPendingPayment()).toEqual(after)
})

it('an order that ended while its other way to pay was being refused is not brought back', async () => {
  savePendingPayment(open)
  const { promise, reject } = Promise.withResolvers<void>()
  const asked = vi.fn(() => promise)
  await show(asked)
  await press('Pay on delivery instead')
  await waitFor(() => expect(asked).toHaveBeenCalledOnce())
  clearPendingPayment(orderId)
  reject(refusal(409, 'This order is already paid.', { code: 'ALREADY_PAID' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Not now' }).ariaDisabled).toBeNull())
  expect(readPendingPayment()).toBeNull()
})

it('who has left the page of an order that ended is not told that it could not be reopened', async () => {
  savePendingPayment(open)
  const { promise, reject } = Promise.withResolvers<void>()
  const { leavePage } = await show(() => promise)
  await press('Pay on delivery instead')
  leavePage()
  clearPendingPayment(orderId)
  await act(async () => {
    reject(refusal(409, 'Its money has come.', { code: 'ALREADY_PAID' }))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(screen.queryByText(/money has come/)).toBeNull()
})

it.each([
  ['leave the cart of the browser that placed it', true],
  ['stay in the cart of any other browser', false],
])('the lines of an order that is paid on its page %s', async (_, isPlacedHere) => {
  const { id, name, price, image, category } = perfume
  cartActions.add({ id, name, price, image, category })
  if (isPlacedHere) keepOrder({ orderNumber: 'MR100030', secret: 'a'.repeat(43), total: 4_500 })
  const { onChanged } = await show(() => ({ state: 'on-delivery' }))
  await press('Pay on delivery instead')
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(cartActions.read().items.length).toBe(isPlacedHere ? 0 : 1)
})

const other = { ...open, orderId: '00000000-0000-4000-8000-000000000008', orderNumber: 'MR100031' }
const status = { mpesaStatus: 'paid', mpesaReceiptNumber: 'SKJ4H7T2QX', failureCode: null, receiptClaim: null }

it.each([
  ['on delivery', 'Pay on delivery instead', 'on-delivery'],
  ['at once, because it was paid meanwhile', 'Pay on delivery instead', 'paid'],
  ['by M-Pesa', 'Pay Ksh 4,500 with M-Pesa', 'unpaid'],
])('another order still waits in this browser after this one is paid %s', async (_, button, state) => {
  savePendingPayment(other)
  const { onChanged } = await show(() => ({ state }))
  if (state === 'unpaid') await userEvent.type(await screen.findByRole('textbox'), '0712345678')
  await press(button)
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(readPendingPayment()).toEqual(other)
  clearPendingPayment(other.orderId)
})

it('keeps no order behind itself, however often the shopper goes from one to the other', async () => {
  savePendingPayment({ ...open, behind: { ...other, behind: open } })
  await show(() => ({ state: 'on-delivery' }))
  await press('Pay on delivery instead')
  await waitFor(() => expect(readPendingPayment()).toEqual(other))
  clearPendingPayment(other.orderId)
})

it('its lines leave the cart also where another order was placed here while it was being paid', async () => {
  const { id, name, price, image, category } = perfume
  cartActions.add({ id, name, price, image, category })
  savePendingPayment(open)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { onChanged } = await show(() => promise)
  await press('Pay on delivery instead')
  savePendingPayment({ ...other, behind: open })
  resolve({ state: 'on-delivery' })
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(cartActions.read().items).toEqual([])
  expect(readPendingPayment()).toEqual(other)
})

it('who leaves the card chooses again, and the order stays', async () => {
  const { onBack, onChanged } = await show(() => ({ state: 'unpaid' }), {
    publishableKey: 'pk_test_1',
    minShillings: 0,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Pay Ksh 4,500 by card' }))
  const otherWay = await waitFor(() => {
    for (const script of document.querySelectorAll('script[src*="stripe.com"]'))
      script.dispatchEvent(new Event('error'))
    return screen.getByRole('button', { name: 'Choose another way to pay' })
  })
  await userEvent.click(otherWay)
  await screen.findByRole('button', { name: 'Pay on delivery instead' })
  expect(onBack).not.toHaveBeenCalled()
  expect(onChanged).not.toHaveBeenCalled()
  expect(readPendingPayment()?.orderId).toBe(orderId)
})
