import { loadToasts, Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import { usePayOnDelivery } from './use-pay-on-delivery.ts'

beforeAll(loadToasts)
afterEach(cleanup)

function Switch() {
  const nothing = () => undefined
  const { payOnDelivery } = usePayOnDelivery({ orderId: '7', onDelivery: nothing, onChanged: nothing })
  return (
    <button type="button" onClick={payOnDelivery}>
      Pay on delivery
    </button>
  )
}

it('the error of the first try goes with the second, behind which the success would wait', async () => {
  const answers = [() => Promise.reject(refusal(503, 'The shop is busy.')), () => ({ state: 'on-delivery' })]
  render(
    <>
      <Toaster />
      <ShopDouble answers={{ 'payments.payOnDelivery': () => answers.shift()?.() }}>
        <Switch />
      </ShopDouble>
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pay on delivery' }))
  await screen.findByText('The shop is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Pay on delivery' }))
  expect(screen.queryByText('The shop is busy.')).toBeNull()
})

it('who has left the page of an order that ended is not told that it cannot be paid on delivery', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const page = (isOpen: boolean) => (
    <>
      <Toaster />
      <ShopDouble answers={{ 'payments.payOnDelivery': () => promise }}>{isOpen && <Switch />}</ShopDouble>
    </>
  )
  const { rerender } = render(page(true))
  await userEvent.click(screen.getByRole('button'))
  rerender(page(false))
  await act(async () => {
    reject(refusal(409, 'This order is already paid.', { code: 'ALREADY_PAID' }))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(screen.queryByText(/already paid/)).toBeNull()
})
