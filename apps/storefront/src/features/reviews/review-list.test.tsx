import { publicReview } from '@marashi/domain/contracts/reviews'
import type { ReviewFilter } from '@marashi/domain/rules/review'
import { makeRecord } from '@marashi/domain/testing/make-record'
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { ReviewList } from './review-list.tsx'

afterEach(cleanup)

const review = (rating: number, isVerifiedPurchase: boolean) =>
  makeRecord(publicReview, {
    id: `00000000-0000-4000-8000-00000000000${rating}`,
    productId: '00000000-0000-4000-8000-000000000007',
    rating,
    content: `A perfume of ${rating} stars`,
    isVerifiedPurchase,
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
  })
const reviews = [review(5, true), review(4, false), review(1, true)]

function Reviews() {
  const [filter, setFilter] = useState<ReviewFilter>({})
  return <ReviewList reviews={reviews} filter={filter} onFilter={setFilter} />
}

it('holds verified reviews alone where that was ticked before the code came', async () => {
  const page = document.createElement('div')
  document.body.replaceChildren(page)
  page.innerHTML = renderToString(<Reviews />)
  screen.getByLabelText<HTMLInputElement>('Verified only').checked = true
  await act(async () => void hydrateRoot(page, <Reviews />))
  expect(screen.getByLabelText<HTMLInputElement>('Verified only').checked).toBe(true)
  const shown = screen.getAllByText(/^A perfume of/).map(({ textContent }) => textContent)
  expect(shown).toEqual(['A perfume of 5 stars', 'A perfume of 1 stars'])
})
