import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { dropLapsed } from '../../../boot/drop-lapsed.ts'
import { attemptKey, attemptLapsesAfterMs, lapsedIsKnownForMs } from '../../../lib/attempt-life.ts'
import { pageDouble } from '../../../testing/page-double.tsx'
import { attemptStore } from './stored-attempt.ts'
import { UnansweredOrderNotice } from './unanswered-order-notice.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

async function openCart(sentAt: number) {
  const attempt = { key: 'a'.repeat(32), body: {}, phone: '', sentAt, isShownAsUnknown: true }
  localStorage.setItem(attemptKey, JSON.stringify(attempt))
  const cart = (
    <main>
      <UnansweredOrderNotice />
      <h1>Your cart</h1>
    </main>
  )
  render(pageDouble('/cart', cart).page)
  await screen.findByRole('heading')
  return attempt
}

it('the cart leads back to an order that the shop has not answered', async () => {
  await openCart(Date.now())
  expect(screen.getByRole('link', { name: 'Back to your order' }).getAttribute('href')).toBe('/checkout')
})

it('the cart says nothing of an order that was sent more than an hour ago', async () => {
  await openCart(Date.now() - attemptLapsesAfterMs)
  expect(screen.queryByRole('link')).toBeNull()
})

it('a cart that stays open past the hour says it no more, and holds no pieces for it', async () => {
  const { sentAt } = await openCart(Date.now())
  screen.getByRole('link', { name: 'Back to your order' })
  vi.useFakeTimers({ now: sentAt + attemptLapsesAfterMs })
  act(() => dropLapsed(attemptKey, attemptLapsesAfterMs, lapsedIsKnownForMs))
  vi.useRealTimers()
  expect(screen.queryByRole('link')).toBeNull()
})

it('the cart no longer says that there is no answer once it has come, also to the checkout that was left for the cart', async () => {
  await openCart(Date.now())
  screen.getByRole('link', { name: 'Back to your order' })
  const attempts = attemptStore({ now: Date.now, elapsed: () => performance.now() })
  const attempt = attempts.pending()
  if (!attempt) throw new Error('The order is not stored.')
  act(() => attempts.clear(attempt))
  expect(screen.queryByRole('link')).toBeNull()
  act(() => attempts.save(attempt))
  screen.getByRole('link', { name: 'Back to your order' })
})
