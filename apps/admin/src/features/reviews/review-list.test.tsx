import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { switchShortcuts } from '../../lib/shortcuts.ts'
import { OfficeDouble, refusal } from '../../testing/office-double.tsx'
import { makeReview } from '../../testing/records.ts'
import { ReviewsPage } from './reviews-page.tsx'

beforeEach(() => switchShortcuts(true))
afterEach(cleanup)

/** A shop whose pending reviews leave the list when they are judged. */
function showReviews(reviews: AdminReview[], judge: (id: string) => void | Promise<void> = () => undefined) {
  let pending = reviews
  const verdicts: [string, string][] = []
  render(
    <OfficeDouble
      answers={{
        'admin.reviews': {
          list: () => ({ reviews: pending, total: pending.length }),
          counts: () => ({ total: 9, pending: pending.length, approved: 5, rejected: 1 }),
          moderate: async ({ id, status }) => {
            await judge(id)
            verdicts.push([id, status])
            const judged = pending.find((review) => review.id === id) as AdminReview
            pending = pending.filter((review) => review.id !== id)
            return { ...judged, status }
          },
        },
      }}
    >
      <ReviewsPage search={{ status: 'pending' }} onSearch={() => undefined} />
    </OfficeDouble>,
  )
  return verdicts
}

const card = (product: string) => screen.findByRole('article', { name: `Review of ${product} by Amina` })
const three = ['Oud', 'Rose', 'Musk'].map((productName, index) => makeReview({ productName }, index + 1))

describe('moderating by keyboard', () => {
  it('approves with a, rejects with r, and moves the focus to the next review each time', async () => {
    const verdicts = showReviews(three)
    ;(await card('Oud')).focus()
    await userEvent.keyboard('a')
    await waitFor(async () => expect(document.activeElement).toBe(await card('Rose')))
    await userEvent.keyboard('r')
    await waitFor(async () => expect(document.activeElement).toBe(await card('Musk')))
    expect(verdicts.map(([, status]) => status)).toEqual(['approved', 'rejected'])
  })

  it('rests while shortcuts are switched off', async () => {
    const verdicts = showReviews(three)
    switchShortcuts(false)
    ;(await card('Oud')).focus()
    await userEvent.keyboard('ar')
    expect(verdicts).toEqual([])
    expect(screen.queryByText('Approving...')).toBeNull()
  })
})

describe('moderating by button', () => {
  it('says "Approving..." until the shop has answered and takes no second press', async () => {
    let answer = () => {}
    const verdicts = showReviews(three.slice(0, 1), () => new Promise<void>((resolve) => (answer = resolve)))
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    const busy = await screen.findByRole('button', { name: 'Approving...' })
    await userEvent.click(busy)
    answer()
    expect(await screen.findByText('No Pending Reviews')).toBeDefined()
    expect(screen.getByText('All reviews have been moderated')).toBeDefined()
    expect(verdicts).toHaveLength(1)
  })

  it('keeps the review where the shop refuses', async () => {
    showReviews(three.slice(0, 1), () => {
      throw refusal(409, 'This review is no longer pending.')
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
    expect(await screen.findByRole('button', { name: 'Reject' })).toBeDefined()
    expect(await card('Oud')).toBeDefined()
  })

  it('offers no verdict on a review that has one', async () => {
    showReviews([makeReview({ status: 'approved', productName: 'Oud' })])
    await card('Oud')
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.getByRole('button', { name: /^Edit/ })).toBeDefined()
  })
})

it('asks to log in when the reviews cannot be read', async () => {
  render(
    <OfficeDouble
      answers={{
        'admin.reviews': {
          list: () => {
            throw refusal(401, 'Please log in.')
          },
          counts: () => ({ total: 0, pending: 0, approved: 0, rejected: 0 }),
        },
      }}
    >
      <ReviewsPage search={{ status: 'pending' }} onSearch={() => undefined} />
    </OfficeDouble>,
  )
  expect(await screen.findByText('Authentication Required')).toBeDefined()
  expect(screen.getByText('Please log in to access the admin reviews page')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toContain('/login')
})
