import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makePendingPayment } from '../../../testing/pending-payments.ts'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import { readPendingPayment, savePendingPayment } from '../pending/pending-payment.ts'
import { useCardSetup } from './use-card-setup.ts'

const order = makePendingPayment()

beforeEach(() => vi.stubGlobal('Stripe', () => ({})))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The form is ready, and what it has to pay is asked for again. */
async function renewAfter(createIntent: () => unknown) {
  const answer = vi.fn(createIntent).mockReturnValueOnce({ clientSecret: 'pi_1_secret_1' })
  const forms = new Set<object>()
  const steps = new Set<string>()
  function Setup() {
    const { setup, renew } = useCardSetup(order, 'pk_test_1')
    if (setup.step === 'ready') forms.add(setup)
    steps.add(setup.step)
    return (
      <button type="button" onClick={() => void renew()}>
        {setup.step === 'ready' ? setup.clientSecret : setup.step}
      </button>
    )
  }
  render(
    <ShopDouble answers={{ 'payments.createIntent': answer }}>
      <Setup />
    </ShopDouble>,
  )
  const button = await screen.findByText('pi_1_secret_1')
  savePendingPayment({ ...order, isCharging: true })
  await userEvent.click(button)
  await waitFor(() => expect(answer.mock.calls.length).toBeGreaterThan(1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  return { shown: screen.getByRole('button').textContent, forms: forms.size, steps: [...steps] }
}

it('the form stays as it is while its payment can still be made', async () => {
  expect(await renewAfter(() => ({ clientSecret: 'pi_1_secret_1' }))).toMatchObject({
    shown: 'pi_1_secret_1',
    forms: 1,
  })
})

it('a form whose payment another tab has ended gives way to a new one, or to how the order stands', async () => {
  expect((await renewAfter(() => ({ clientSecret: 'pi_2_secret_2' }))).shown).toBe('pi_2_secret_2')
  cleanup()
  const cancelled = () => {
    throw refusal(409, 'This order was cancelled.', { code: 'ORDER_CANCELLED' })
  }
  expect((await renewAfter(cancelled)).shown).toBe('cancelled')
})

it.each([
  ['gives no answer', () => new TypeError('Failed to fetch')],
  ['is asked too often', () => refusal(429, 'Later.', { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 40 })],
  ['fails', () => refusal(503, 'Later.', { code: 'SERVICE_UNAVAILABLE' })],
])('the form stays with what was typed where the shop %s', async (_, failure) => {
  // Each time that it is asked for is past the half minute for which the page asks.
  let now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 31_000
    return now
  })
  const { shown, forms } = await renewAfter(() => {
    throw failure()
  })
  expect({ shown, forms }).toEqual({ shown: 'pi_1_secret_1', forms: 1 })
})

it('the form does not go away while the shop asks whether its payment can still be made', async () => {
  const { shown, steps } = await renewAfter(() => {
    throw refusal(409, 'This order is already being paid by card.', { code: 'STILL_PROCESSING' })
  })
  expect(shown).toBe('pi_1_secret_1')
  expect(steps).toEqual(['loading', 'ready'])
})

it('a card that another tab charges meanwhile is still being charged for this browser', async () => {
  await renewAfter(() => ({ clientSecret: 'pi_1_secret_1' }))
  expect(readPendingPayment()?.isCharging).toBe(true)
})
