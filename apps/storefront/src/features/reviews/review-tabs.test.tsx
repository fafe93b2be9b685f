import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
