import type { OrderPage } from '@marashi/domain/contracts/order-page'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { PayOrder } from './pay-order.tsx'

const order = {
  orderId: '00000000-0000-4000-8000-000000000007',
  orderNumber: 'MR100030',
  state: 'unpaid',
  total: 4_500,
  items: [],
} as unknown as OrderPage
const answers = { 'payments.methods': () => ({ offered: ['manual'], mpesa: null, card: null }) }

afterEach(cleanup)

function Page() {
  const [isPayable, setPayable] = useState(true)
  return (
    <main>
      <h1 tabIndex={-1}>Order MR100030</h1>
      {isPayable && <PayOrder order={order} shop={{} as ShopDetails} onChanged={() => undefined} />}
      {/* As the shop's answer does it: nobody presses anything. */}
      <p onTransitionEnd={() => setPayable(false)}>Ended</p>
    </main>
  )
}

async function choose() {
  render(<ShopDouble answers={answers}>{pageDouble('/order/secret', <Page />).page}</ShopDouble>)
  await userEvent.click(await screen.findByRole('button', { name: 'Pay Ksh 4,500' }))
  await screen.findByRole('button', { name: 'Not now' })
}

it('a keyboard is back at the button that opened the payment after "Not now"', async () => {
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay Ksh 4,500' }))
})

it('a keyboard goes on at the heading where the payment is gone because the order has ended', async () => {
  await choose()
  screen.getByText('Ended').dispatchEvent(new Event('transitionend', { bubbles: true }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Order MR100030' })))
})

it('an order beyond M-Pesa’s limit is offered no payment by M-Pesa, and where nothing else works the shopper reads so', async () => {
  const methods = { offered: ['mpesa'], mpesa: { maxShillings: 4_000, payYourself: null }, card: null }
  const answers = { 'payments.methods': () => methods }
  render(<ShopDouble answers={answers}>{pageDouble('/order/secret', <Page />).page}</ShopDouble>)
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByRole('button', { name: /M-Pesa/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Pay Ksh 4,500' }))
  await screen.findByText('We cannot take a payment for this order at present. Please contact us.')
})

it('where only the Till works, the Till is what the page offers, and nothing leads to a page that cannot take a payment', async () => {
  const to = { kind: 'till', number: '523100', numberWords: '', accountHint: '', payeeName: '' }
  const methods = { offered: ['mpesa'], mpesa: { maxShillings: 4_000, payYourself: to }, card: null }
  const answers = { 'payments.methods': () => methods }
  render(<ShopDouble answers={answers}>{pageDouble('/order/secret', <Page />).page}</ShopDouble>)
  await screen.findByRole('heading', { name: 'Pay the Till yourself' })
  expect(screen.queryByRole('button', { name: 'Pay Ksh 4,500' })).toBeNull()
})

it('the payment that was opened stays while its prompt is on the phone, and no other is offered meanwhile', async () => {
  let setState: (state: OrderPage['state']) => void = () => undefined
  function Page() {
    const [state, set] = useState<OrderPage['state']>('unpaid')
    setState = set
    return <PayOrder order={{ ...order, state }} shop={{} as ShopDetails} onChanged={() => undefined} />
  }
  render(<ShopDouble answers={answers}>{pageDouble('/order/secret', <Page />).page}</ShopDouble>)
  await userEvent.click(await screen.findByRole('button', { name: 'Pay Ksh 4,500' }))
  await screen.findByRole('button', { name: 'Not now' })
  act(() => setState('pending'))
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('button')).toBeNull()
  act(() => setState('unpaid'))
  await screen.findByRole('button', { name: 'Pay Ksh 4,500' })
})
