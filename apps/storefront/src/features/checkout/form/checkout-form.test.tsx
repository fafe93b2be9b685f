import type { Quote } from '@marashi/domain/contracts/checkout'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { emptyCart } from '@marashi/domain/rules/cart'
import { newShop } from '@marashi/domain/testing/new-shop'
import { loadToasts } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import type { useCheckout } from '../use-checkout.ts'
import { CheckoutForm } from './checkout-form.tsx'

beforeAll(loadToasts)
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return { observe: () => undefined, unobserve: () => undefined, disconnect: () => undefined }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const quote = {
  items: [{ productId: '7', productName: 'Oud Zahra', productPrice: 4_500, quantity: 1, lineTotal: 4_500 }],
  unavailable: [],
  shortages: [],
  deliveryLocation: 'embu',
  subtotal: 4_500,
  deliveryCharge: 0,
  total: 4_500,
  byLocation: { embu: { deliveryCharge: 0, total: 4_500 } },
} satisfies Quote

const methods = { offered: ['mpesa', 'manual'], mpesa: { maxShillings: 250_000 }, card: null }

/** The form of a shop that says how it takes money as soon as `asked` does. */
function openForm(asked: () => unknown = () => methods) {
  const quotes = { byLocation: { embu: quote }, hasFailed: false, isFetching: false }
  const form = (
    <CheckoutForm
      shop={newShop as ShopDetails}
      cart={emptyCart}
      quotes={quotes as never}
      checkout={{ progress: { step: 'filling' } } as ReturnType<typeof useCheckout>}
    />
  )
  const answers = { 'payments.methods': asked, 'catalogue.shop': () => newShop }
  render(<ShopDouble answers={answers}>{pageDouble('/checkout', form).page}</ShopDouble>)
}

/** The form with a contact phone that the shop can call and M-Pesa cannot ask, and its one problem. */
async function orderWithoutMpesaNumber() {
  openForm()
  const pay = await screen.findByRole('button', { name: 'Pay Ksh 4,500 with M-Pesa' })
  const filled = {
    'First name': 'Amina',
    'Last name': 'Otieno',
    Email: 'amina@example.com',
    Address: 'Kimathi Street 4',
  }
  for (const [label, text] of Object.entries(filled)) await userEvent.type(screen.getByLabelText(label), text)
  await userEvent.type(screen.getByLabelText('Phone'), '712345678')
  await userEvent.click(pay)
  const problem = await screen.findByRole('region', { name: 'There is a problem' })
  within(problem).getByRole('button', { name: /^M-Pesa number/ })
}
const problems = () => screen.queryByRole('region', { name: 'There is a problem' })

it('the problem of the M-Pesa number goes when the contact phone that it was copied from is corrected', async () => {
  await orderWithoutMpesaNumber()
  const phone = screen.getByLabelText('Phone')
  await userEvent.clear(phone)
  await userEvent.type(phone, '0712345678')
  await waitFor(() => expect(problems()).toBeNull())
})

it('the problem of the M-Pesa number goes when the order is to be paid in another way', async () => {
  await orderWithoutMpesaNumber()
  await userEvent.click(screen.getByRole('radio', { name: /Pay on delivery/ }))
  await waitFor(() => expect(problems()).toBeNull())
})

it('the button names no way to pay, and takes no press in vain, until the shop has said which there are', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof methods>()
  openForm(() => promise)
  const button = await screen.findByRole('button', { name: 'Place order' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  resolve(methods)
  await waitFor(() => expect(button.textContent).toBe('Pay Ksh 4,500 with M-Pesa'))
  expect(button.getAttribute('aria-disabled')).toBeNull()
})

it('a keyboard goes on at the way to pay that was chosen instead of the card', async () => {
  openForm(() => ({ offered: ['stripe', 'manual'], mpesa: null, card: null }))
  await userEvent.click(await screen.findByRole('radio', { name: /^Card/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use Pay on delivery instead' }))
  const chosen = screen.getByRole('radio', { name: /^Pay on delivery/, checked: true })
  expect(document.activeElement).toBe(chosen)
})

it('a keyboard goes on at the ways to pay after a retry that asks for them again', async () => {
  let isBroken = true
  openForm(() => {
    if (isBroken) throw new Error('no connection')
    return methods
  })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await userEvent.click(retry)
  await screen.findByRole('radio', { name: /^M-Pesa/ })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Payment method' }))
})
