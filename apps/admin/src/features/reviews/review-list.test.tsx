import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { useSearch } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageParam } from '../../lib/lists/list-search.ts'
import { switchShortcuts } from '../../lib/shortcuts.ts'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeReview } from '../../testing/records.ts'
import { ReviewsPage } from './reviews-page.tsx'

beforeEach(() => switchShortcuts(true))
afterEach(cleanup)

/** A list of pending reviews; a review leaves it after its decision. */
function showReviews(reviews: AdminReview[], judge: (id: string) => void | Promise<void> = () => undefined) {
  let pending = reviews
  const decisions: [string, string][] = []
  render(
    <FakeAdminApi
      answers={{
        'admin.reviews': {
          list: () => ({ reviews: pending, total: pending.length, nextCursor: null }),
          counts: () => ({ total: 9, pending: pending.length, approved: 5, rejected: 1 }),
          moderate: async ({ id, status }) => {
            await judge(id)
            decisions.push([id, status])
            const judged = pending.find((review) => review.id === id) as AdminReview
            pending = pending.filter((review) => review.id !== id)
            return { ...judged, status }
          },
        },
      }}
    >
      <ReviewsPage search={{ status: 'pending' }} onSearch={async () => undefined} />
    </FakeAdminApi>,
  )
  return decisions
}

const card = (product: string) => screen.findByRole('article', { name: `Review of ${product} by Amina` })
const three = ['Oud', 'Rose', 'Musk'].map((productName, index) => makeReview({ productName }, index + 1))

describe('moderating by keyboard', () => {
  it('approves with a, rejects with r, and moves the focus to the next review each time', async () => {
    const decisions = showReviews(three)
    ;(await card('Oud')).focus()
    await userEvent.keyboard('a')
    await waitFor(async () => expect(document.activeElement).toBe(await card('Rose')))
    await userEvent.keyboard('r')
    await waitFor(async () => expect(document.activeElement).toBe(await card('Musk')))
    expect(decisions.map(([, status]) => status)).toEqual(['approved', 'rejected'])
  })

  it('ignores the keys while shortcuts are switched off', async () => {
    const decisions = showReviews(three)
    switchShortcuts(false)
    ;(await card('Oud')).focus()
    await userEvent.keyboard('ar')
    expect(decisions).toEqual([])
    expect(screen.queryByText('Approving...')).toBeNull()
  })
})

describe('without reviews', () => {
  it.each([
    [{ status: 'pending' }, 'No Pending Reviews', 'All reviews have been moderated'],
    [{ status: 'pending', search: 'oud' }, 'No Reviews Found', 'Nothing matches this search and status.'],
    [{ status: 'all' }, 'No Reviews Found', 'No reviews have been submitted yet'],
    [{ status: 'approved' }, 'No Reviews Found', 'No reviews have been submitted yet'],
    [{ status: 'all', search: 'oud' }, 'No Reviews Found', 'Nothing matches this search and status.'],
  ] as const)('%o reads "%s"', async (search, title, hint) => {
    const none = () => ({ reviews: [], total: 0, nextCursor: null })
    const counts = () => ({ total: 0, pending: 0, approved: 0, rejected: 0 })
    render(
      <FakeAdminApi answers={{ 'admin.reviews': { list: none, search: none, counts } }}>
        <ReviewsPage search={search} onSearch={async () => undefined} />
      </FakeAdminApi>,
    )
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
    expect(screen.getByText(hint)).toBeDefined()
  })
})

describe('moderating by button', () => {
  it('says "Approving..." until the response comes, and takes no second click', async () => {
    let answer = () => {}
    const decisions = showReviews(three.slice(0, 1), () => new Promise<void>((resolve) => (answer = resolve)))
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    const busy = await screen.findByRole('button', { name: 'Approving...' })
    await userEvent.click(busy)
    answer()
    expect(await screen.findByText('No Pending Reviews')).toBeDefined()
    expect(screen.getByText('All reviews have been moderated')).toBeDefined()
    expect(decisions).toHaveLength(1)
  })

  it('keeps the review when the API refuses', async () => {
    showReviews(three.slice(0, 1), () => {
      throw refusal(409, 'This review is no longer pending.')
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
    expect(await screen.findByRole('button', { name: 'Reject' })).toBeDefined()
    expect(await card('Oud')).toBeDefined()
  })

  it('offers no decision on a review that has one', async () => {
    showReviews([makeReview({ status: 'approved', productName: 'Oud' })])
    await card('Oud')
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.getByRole('button', { name: /^Edit/ })).toBeDefined()
  })
})

it('shows the page before when the last review of a page has its decision, without showing an empty list', async () => {
  let second = [makeReview({ productName: 'Oud' }, 21)]
  const first = [makeReview({ productName: 'Rose' }), ...Array.from({ length: 19 }, (_, at) => makeReview({}, at + 2))]
  const approved = makeReview({ productName: 'Oud', status: 'approved' }, 21)
  const asked: number[] = []
  render(
    <FakeAdminApi
      at="/?page=2"
      answers={{
        'admin.reviews': {
          list: ({ offset = 0 }) => {
            asked.push(offset)
            return { reviews: offset === 0 ? first : second, total: 20 + second.length, nextCursor: null }
          },
          counts: () => ({ total: 30, pending: 20 + second.length, approved: 5, rejected: 1 }),
          moderate: () => {
            second = []
            return approved
          },
        },
      }}
    >
      <ReviewsAtAddress />
    </FakeAdminApi>,
  )
  await card('Oud')
  const said: string[] = []
  const watch = new MutationObserver(() => said.push(document.body.textContent ?? ''))
  watch.observe(document.body, { childList: true, subtree: true })
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await card('Rose')
  watch.disconnect()
  expect(said.filter((text) => text.includes('No Pending Reviews'))).toEqual([])
  expect(asked).toEqual([20, 20, 0])
})

function ReviewsAtAddress() {
  const page = pageParam.parse((useSearch({ strict: false }) as { page?: string }).page)
  return <ReviewsPage search={{ status: 'pending', page }} onSearch={async () => undefined} />
}

it('asks to log in when the reviews cannot be loaded', async () => {
  render(
    <FakeAdminApi
      answers={{
        'admin.reviews': {
          list: () => {
            throw refusal(401, 'Please log in.')
          },
          counts: () => ({ total: 0, pending: 0, approved: 0, rejected: 0 }),
        },
      }}
    >
      <ReviewsPage search={{ status: 'pending' }} onSearch={async () => undefined} />
    </FakeAdminApi>,
  )
  expect(await screen.findByText('Authentication Required')).toBeDefined()
  expect(screen.getByText('Please log in to access the admin reviews page')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toContain('/login')
})

it('loads the newest version of a review without reading all of them', async () => {
  const shown = makeReview({ content: 'A lovely scent' })
  const list = vi.fn(({ createdFrom }: { createdFrom?: string | undefined }) => ({
    reviews: [
      createdFrom === shown.createdAt ? { ...shown, content: 'A lovely scent of oud', updatedAt: later } : shown,
    ],
    total: 1,
    nextCursor: null,
  }))
  const later = '2026-11-26T10:00:00.000Z'
  const update = () => {
    throw refusal(409, 'Somebody has saved this review.', {}, 'STALE')
  }
  const counts = () => ({ total: 1, pending: 1, approved: 0, rejected: 0 })
  render(
    <FakeAdminApi answers={{ 'admin.reviews': { list, counts, update } }}>
      <ReviewsPage search={{ status: 'pending' }} onSearch={async () => undefined} />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save Changes' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Load newest version' }))
  expect(await screen.findByDisplayValue('A lovely scent of oud')).toBeDefined()
  const to = new Date(Date.parse(shown.createdAt) + 1).toISOString()
  expect(list).toHaveBeenCalledWith({ createdFrom: shown.createdAt, createdTo: to })
  expect(list).not.toHaveBeenCalledWith({})
})
