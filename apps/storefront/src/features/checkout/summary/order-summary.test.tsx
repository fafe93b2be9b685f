import { emptyCart } from '@marashi/domain/rules/cart'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { OrderSummary } from './order-summary.tsx'
import type { Quotes } from './use-quotes.ts'

afterEach(cleanup)

const nothing = () => undefined
const failed: Quotes = {
  byLocation: {},
  hasFailed: true,
  refusal: '',
  isFetching: false,
  retry: nothing,
  renew: nothing,
  replace: () => true,
}

it('a cart that the shop does not take says why and leads to the shop, instead of asking again', async () => {
  const quotes = { ...failed, refusal: 'This order is too large to place online. Please contact us.' }
  render(pageDouble('/checkout', <OrderSummary cart={emptyCart} quote={undefined} quotes={quotes} />).page)
  await screen.findByText(quotes.refusal)
  screen.getByRole('link', { name: 'Contact support' })
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

it('prices that could not be loaded can be asked for again', async () => {
  render(pageDouble('/checkout', <OrderSummary cart={emptyCart} quote={undefined} quotes={failed} />).page)
  await screen.findByText('Today’s prices could not be loaded.')
  screen.getByRole('button', { name: 'Retry' })
})
