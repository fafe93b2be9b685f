import { useQueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { makeProduct } from '../../testing/products.ts'
import { ShopDouble } from '../../testing/shop-double.tsx'
import { ReviewTabs } from './review-tabs.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const oud = makeProduct({ name: 'Oud Zahra' }, 1)
const musk = makeProduct({ name: 'Musk Lamu' }, 2)
const reviews = { reviews: [], averageRating: 0, totalReviews: 0, ratingCounts: [0, 0, 0, 0, 0] }
const review = { id: 'r1', rating: 5, content: 'Lasts the whole day', createdAt: '2026-11-21T10:00:00.000Z' }
const oneReview = { reviews: [review], averageRating: 5, totalReviews: 1, ratingCounts: [0, 0, 0, 0, 1] }

async function openTabs(answer: () => unknown = () => reviews) {
  let askAnew = async () => {}
  function Tabs() {
    const [isWriting, setWriting] = useState(false)
    const queryClient = useQueryClient()
    askAnew = () => queryClient.invalidateQueries()
    return <ReviewTabs product={oud} isWriting={isWriting} onSwitch={setWriting} />
  }
  render(
    <ShopDouble answers={{ 'reviews.forProduct': answer, 'catalogue.shop': () => ({}) }}>
      <Tabs />
    </ShopDouble>,
  )
  return { askAnew: () => askAnew() }
}

it('a keyboard goes on at the tab of the form after the button of a perfume without reviews', async () => {
  await openTabs()
  await userEvent.click(await screen.findByRole('button', { name: 'Write a Review' }))
  const tab = screen.getByRole('tab', { selected: true })
  expect(tab.textContent).toContain('Write')
  expect(document.activeElement).toBe(tab)
})

it('a keyboard goes on at the heading after a retry that brings the reviews', async () => {
  let isBroken = true
  await openTabs(() => {
    if (isBroken) throw new Error('no connection')
    return reviews
  })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await userEvent.click(retry)
  await screen.findByRole('button', { name: 'Write a Review' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Customer Reviews' })))
})

it('reviews that are shown stay, without an alert, when they are asked for anew in vain', async () => {
  let isBroken = false
  const { askAnew } = await openTabs(() => {
    if (isBroken) throw new Error('no connection')
    return oneReview
  })
  await screen.findByText('Lasts the whole day')
  isBroken = true
  await act(async () => {
    await askAnew()
    // The query cache tells what it knows in a task of its own.
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Lasts the whole day')).toBeDefined()
})

it('a keyboard goes on at the list after "Show all reviews" where no review is as chosen', async () => {
  await openTabs(() => oneReview)
  await userEvent.click(await screen.findByRole('button', { name: /^1\s*star/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show all reviews' }))
  expect(document.activeElement).toBe(screen.getByText('Lasts the whole day').closest('ul'))
})

it('shows no review of one perfume in the form of another, when Back leads from form to form', async () => {
  const tabsOf = (product: typeof oud) => (
    <ShopDouble answers={{ 'reviews.forProduct': () => reviews, 'catalogue.shop': () => ({}) }}>
      <ReviewTabs product={product} isWriting onSwitch={() => undefined} />
    </ShopDouble>
  )
  const { rerender } = render(tabsOf(oud))
  const content = () => screen.findByLabelText<HTMLTextAreaElement>('Your review')
  await userEvent.type(await content(), 'Oud for the whole day')
  rerender(tabsOf(musk))
  expect((await content()).value).toBe('')
  rerender(tabsOf(oud))
  expect((await content()).value).toBe('Oud for the whole day')
})
