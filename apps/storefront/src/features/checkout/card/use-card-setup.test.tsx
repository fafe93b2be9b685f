import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { useCardSetup } from './use-card-setup.ts'

const order = { orderId: '00000000-0000-4000-8000-000000000007', amountShillings: 4_500 } as PendingPayment

beforeEach(() => vi.stubGlobal('Stripe', () => ({})))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The form is ready, and what it has to pay is asked for again. */
async function renewAfter(createIntent: () => unknown) {
  const answer = vi.fn(createIntent).mockReturnValueOnce({ clientSecret: 'pi_1_secret_1' })
  const forms = new Set<object>()
  function Setup() {
    const { setup, renew } = useCardSetup(order, 'pk_test_1')
    if (setup.step === 'ready') forms.add(setup)
    return (
      <button type="button" onClick={renew}>
        {setup.step === 'ready' ? setup.clientSecret : setup.step}
      </button>
    )
  }
  render(
    <ShopDouble answers={{ 'payments.createIntent': answer }}>
      <Setup />
    </ShopDouble>,
  )
  await userEvent.click(await screen.findByText('pi_1_secret_1'))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  return { shown: screen.getByRole('button').textContent, forms: forms.size }
}

it('the form stays as it is while its payment can still be made', async () => {
  expect(await renewAfter(() => ({ clientSecret: 'pi_1_secret_1' }))).toEqual({ shown: 'pi_1_secret_1', forms: 1 })
})

it('a form whose payment another tab has ended gives way to a new one, or to how the order stands', async () => {
  expect((await renewAfter(() => ({ clientSecret: 'pi_2_secret_2' }))).shown).toBe('pi_2_secret_2')
  cleanup()
  const cancelled = () => {
    throw refusal(409, 'This order was cancelled.', { code: 'ORDER_CANCELLED' })
  }
  expect((await renewAfter(cancelled)).shown).toBe('cancelled')
})
