import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { replaceTexts } from '../../testing/replace-texts.ts'
import { OrderTimeline } from './order-timeline.tsx'

afterEach(cleanup)

const orderAt = (state: 'next' | 'done') => {
  const at = state === 'done' ? '2026-11-21T09:00:00.000Z' : null
  return { timeline: [{ step: 'delivered', state, at }], state: 'paid', payment: null } as unknown as OrderPage
}

it('a screen reader hears that a step is done, also where the browser has translated the page before', () => {
  const { rerender } = render(<OrderTimeline order={orderAt('next')} />)
  const step = screen.getByRole('listitem')
  expect(step.textContent).toMatch('To come: Delivered')
  replaceTexts(step)
  rerender(<OrderTimeline order={orderAt('done')} />)
  expect(step.textContent).toMatch(/^Done: /)
})
