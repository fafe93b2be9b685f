import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { CardPaid } from './card-paid.tsx'

afterEach(cleanup)

const order = { orderId: '00000000-0000-4000-8000-000000000007', orderNumber: 'MR100030' }

function show(isReceiptOnItsWay: boolean) {
  const answers = { 'orders.paymentStatus': () => ({ state: 'paid', isReceiptOnItsWay }) }
  render(<ShopDouble answers={answers}>{pageDouble('/checkout', <CardPaid order={order} />).page}</ShopDouble>)
}

it('promises a receipt that the shop sends', async () => {
  show(true)
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toContain('A receipt is on its way to your e-mail.'),
  )
})

it('promises none to whoever gave no e-mail, and none where the shop sends no e-mails', async () => {
  show(false)
  await screen.findByText('Thank you! We are getting order MR100030 ready.')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText(/receipt/)).toBeNull()
})
