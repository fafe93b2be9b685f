import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { formatKsh } from '@marashi/domain/rules/money'
import { newShop } from '@marashi/domain/testing/new-shop'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropLapsed } from '../../boot/drop-lapsed.ts'
import { attemptKey, attemptLapsesAfterMs, lapsedIsKnownForMs } from '../../lib/attempt-life.ts'
import { pageDouble } from '../../testing/page-double.tsx'
import { makeProduct } from '../../testing/products.ts'
import { refusal, type ShopAnswers, ShopDouble } from '../../testing/shop-double.tsx'
import { cartActions } from '../cart/use-cart.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { type PendingPayment, readPendingPayment, savePendingPayment } from './pending/pending-payment.ts'

beforeEach(() => {
  const observer = { observe: () => undefined, unobserve: () => undefined, disconnect: () => undefined }
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return observer
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  cartActions.removeItem(makeProduct().id)
  localStorage.clear()
  sessionStorage.clear()
})

const pending: PendingPayment = {
  orderId: '00000000-0000-4000-8000-000000000007',
  orderNumber: 'MR100030',
  amountShillings: 4_500,
  method: 'mpesa',
  phone: '0712345678',
  startedAt: Date.now(),
  isAsked: true,
  items: [],
}
const quote = { items: [], unavailable: [], shortages: [], subtotal: 0, deliveryCharge: 0, total: 0, byLocation: {} }
const nowhere = { deliveryCharge: 0, total: 0 }
const soldOut = (id: string) => ({
  ...quote,
  unavailable: [id],
  shortages: [{ productId: id, productName: 'Perfume 1', asked: 1, left: 0 }],
  deliveryLocation: 'embu',
  byLocation: { embu: nowhere },
})
const show = (answers: ShopAnswers) => {
  const checkout = (
    <main>
      <CheckoutPage shop={newShop as ShopDetails} />
    </main>
  )
  render(<ShopDouble answers={answers}>{pageDouble('/checkout', checkout).page}</ShopDouble>)
}

it('a keyboard goes on at the heading after "Back to the checkout" from the ways to pay a cancelled order', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  savePendingPayment({ ...pending, items: [{ productId: id, quantity: 1 }] })
  const answers = {
    'orders.paymentStatus': () => ({ state: 'cancelled', mpesaStatus: 'cancelled', mpesaReceiptNumber: null }),
    'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }),
    'checkout.quote': () => quote,
  }
  show(answers)
  await userEvent.click(await screen.findByRole('button', { name: 'Pay another way' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the checkout' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

it('an order without an answer can be tried again and asked about also where it took the last piece itself', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  const items = [{ productId: id, quantity: 1 }]
  const body = { order: { paymentMethod: 'manual', total: 4_500, deliveryLocation: 'embu' }, items }
  const attempt = { key: 'a'.repeat(32), body, phone: '', sentAt: Date.now(), isShownAsUnknown: true }
  localStorage.setItem(attemptKey, JSON.stringify(attempt))
  const asked = vi.fn(() => soldOut(id))
  show({
    'checkout.quote': asked,
    'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }),
  })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByText(/Sold out/)).toBeNull()
  screen.getByRole('heading', { name: 'We did not hear back' })
  screen.getByRole('link', { name: 'Ask us on WhatsApp' })
  screen.getByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/Nothing in your cart/)).toBeNull()
})

it('beside "Try again" stand the lines and the total of the order that it sends, whatever the cart holds by now', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  const sentLine = { productId: id, productName: name, productPrice: price, quantity: 2 }
  const agreed = { deliveryLocation: 'nairobi-cbd', deliveryCharge: 200, subtotal: 2 * price, total: 2 * price + 200 }
  const body = { order: { paymentMethod: 'manual', ...agreed }, items: [sentLine] }
  const attempt = { key: 'a'.repeat(32), body, phone: '', sentAt: Date.now(), isShownAsUnknown: true }
  localStorage.setItem(attemptKey, JSON.stringify(attempt))
  const line = { ...sentLine, quantity: 1, lineTotal: price }
  const charged = { deliveryCharge: 0, total: price }
  const asked = vi.fn(() => ({
    ...quote,
    items: [line],
    deliveryLocation: 'embu',
    ...charged,
    byLocation: { embu: charged },
  }))
  show({
    'checkout.quote': asked,
    'checkout.placeOrder': () => new Promise(() => undefined),
    'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }),
  })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  const [sent, inCart] = [formatKsh(agreed.total), formatKsh(price)]
  const expectSent = () => {
    // Of the folded summary twice, of the wide one, and above the button.
    expect(screen.getAllByText(sent)).toHaveLength(4)
    expect(screen.queryByText(inCart)).toBeNull()
    expect(screen.getAllByText(`${name} × 2`)).toHaveLength(2)
  }
  await waitFor(expectSent)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Finishing your order...' })
  expectSent()
})

it('an order of before that is refused at its old prices leaves the button to what the cart holds by now, and says so', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  const charged = { deliveryCharge: 0, total: price }
  const quoteOf = (productId: string, productName: string) => ({
    ...quote,
    items: [{ productId, productName, productPrice: price, quantity: 1, lineTotal: price }],
    deliveryLocation: 'embu',
    subtotal: price,
    ...charged,
    byLocation: { embu: charged },
  })
  const [old, oldName] = ['00000000-0000-4000-8000-000000000099', 'Old Oud']
  const [line] = quoteOf(old, oldName).items
  const order = { paymentMethod: 'manual', deliveryLocation: 'embu', deliveryCharge: 0, subtotal: 1, total: 1 }
  const body = { order, items: [{ ...line, productPrice: 1 }] }
  const attempt = { key: 'a'.repeat(32), body, phone: '', sentAt: Date.now(), isShownAsUnknown: true }
  localStorage.setItem(attemptKey, JSON.stringify(attempt))
  show({
    'checkout.quote': () => quoteOf(id, name),
    'checkout.placeOrder': () => {
      throw refusal(409, 'The total has changed.', { quote: quoteOf(old, oldName) })
    },
    'catalogue.shop': () => newShop,
    'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Your earlier order did not arrive' })
  expect(await screen.findAllByText(`${name} × 1`)).toHaveLength(2)
  expect(screen.queryByText(/Old Oud/)).toBeNull()
  await screen.findByRole('button', { name: `Place order for ${formatKsh(price)}` })
})

it('the pieces of a cancelled order can be ordered again, though they were held when the page was opened', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  savePendingPayment({ ...pending, items: [{ productId: id, quantity: 1 }] })
  const shop = { isCancelled: false }
  const line = { productId: id, productName: name, productPrice: price, quantity: 1, lineTotal: price }
  const charged = { deliveryCharge: 0, total: price }
  const free = { ...quote, items: [line], deliveryLocation: 'embu', ...charged, byLocation: { embu: charged } }
  show({
    'checkout.quote': () => (shop.isCancelled ? free : soldOut(id)),
    'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }),
    'payments.cancelMpesa': () => {
      shop.isCancelled = true
    },
    'orders.paymentStatus': () => ({
      state: shop.isCancelled ? 'cancelled' : 'unpaid',
      mpesaStatus: shop.isCancelled ? 'cancelled' : 'pending',
      mpesaReceiptNumber: null,
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Payment' }))
  await screen.findByRole('button', { name: 'Place order for Ksh 4,500' })
  screen.getByRole('button', { name: 'Pay another way' })
})

it('a cancelled order can be paid in another way also where nothing is left in the cart', async () => {
  savePendingPayment(pending)
  show({
    'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }),
    'orders.paymentStatus': () => ({ state: 'cancelled', mpesaStatus: 'cancelled', mpesaReceiptNumber: null }),
  })
  await screen.findByRole('button', { name: 'Pay another way' })
  screen.getByText('Nothing in your cart can be ordered at present.')
  expect(screen.queryByText('Asking for today’s prices')).toBeNull()
  expect(screen.queryByText('Order summary')).toBeNull()
})

it('"Try again" leads to the payment of the order where another tab has had the answer meanwhile', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  const body = { order: { paymentMethod: 'mpesa', total: 4_500, deliveryLocation: 'embu' }, items: [] }
  const attempt = { key: 'a'.repeat(32), body, phone: '', sentAt: Date.now(), isShownAsUnknown: true }
  localStorage.setItem(attemptKey, JSON.stringify(attempt))
  show({
    'checkout.quote': () => quote,
    'payments.methods': () => ({ offered: ['mpesa'], mpesa: null, card: null }),
    'orders.paymentStatus': () => ({ state: 'unpaid', mpesaStatus: 'pending', mpesaReceiptNumber: null }),
  })
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  localStorage.removeItem(attemptKey)
  savePendingPayment(pending)
  await userEvent.click(tryAgain)
  await screen.findByRole('button', { name: 'Cancel Payment' })
})

it('"Try again" after the hour of an order without an answer says that nobody knows of it, before another one is made', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  const body = { order: { paymentMethod: 'manual', total: 4_500, deliveryLocation: 'embu' }, items: [] }
  const sentAt = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: sentAt })
  const attempt = { key: 'a'.repeat(32), body, phone: '', sentAt, isShownAsUnknown: true }
  localStorage.setItem(attemptKey, JSON.stringify(attempt))
  show({
    'checkout.quote': () => quote,
    'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }),
  })
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  vi.setSystemTime(sentAt + attemptLapsesAfterMs)
  await userEvent.click(tryAgain)
  await screen.findByText(/can no longer tell whether your order of Ksh 4,500 arrived/)
  screen.getByRole('link', { name: 'Ask us on WhatsApp' })
})

it('says so too where the page was loaded again after the hour', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  const body = { order: { paymentMethod: 'manual', total: 4_500, deliveryLocation: 'embu' }, items: [] }
  const sentAt = Date.now() - attemptLapsesAfterMs
  const attempt = { key: 'a'.repeat(32), body, phone: '', sentAt, isShownAsUnknown: true }
  localStorage.setItem(attemptKey, JSON.stringify(attempt))
  dropLapsed(attemptKey, attemptLapsesAfterMs, lapsedIsKnownForMs)
  show({
    'checkout.quote': () => quote,
    'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }),
  })
  await screen.findByText(/can no longer tell whether your order of Ksh 4,500 arrived/)
  screen.getByRole('link', { name: 'Ask us on WhatsApp' })
})

it('an order that waits goes on waiting when the late answer for another one comes', async () => {
  savePendingPayment(pending)
  const items = [{ productId: makeProduct().id, quantity: 1 }]
  const body = { order: { paymentMethod: 'mpesa', total: 4_500, deliveryLocation: 'embu' }, items }
  const attempt = { key: 'a'.repeat(32), body, phone: '0712345678', sentAt: Date.now(), isShownAsUnknown: false }
  localStorage.setItem(attemptKey, JSON.stringify(attempt))
  const late = { id: '00000000-0000-4000-8000-000000000008', orderNumber: 'MR100031', total: 4_500 }
  show({
    'checkout.placeOrder': () => ({ ...late, pageSecret: 'a'.repeat(43) }),
    'checkout.quote': () => quote,
    'payments.methods': () => ({ offered: ['mpesa'], mpesa: null, card: null }),
    'payments.startMpesa': () => undefined,
    'orders.paymentStatus': () => ({ state: 'unpaid', mpesaStatus: 'pending', mpesaReceiptNumber: null }),
  })
  await waitFor(() => expect(readPendingPayment()?.orderId).toBe(late.id))
  expect(readPendingPayment()?.behind).toEqual(pending)
})
