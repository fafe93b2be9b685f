import { trpc } from '@marashi/api-client/trpc'
import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeReview } from '../../testing/records.ts'
import { ReviewsPage } from './reviews-page.tsx'

afterEach(async () => {
  // An open error message would hold back the messages of the next test.
  for (const button of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(button)
  cleanup()
})

describe('a decision that was made', () => {
  const judged = makeReview({ status: 'approved', updatedAt: '2026-11-21T07:00:00.000Z' })
  const page = (update: (change: { updatedAt?: string | undefined; status?: string | undefined }) => AdminReview) => (
    <FakeAdminApi
      answers={{
        'admin.reviews': {
          list: () => ({ reviews: [makeReview()], total: 1, nextCursor: null }),
          counts: () => ({ total: 1, pending: 1, approved: 0, rejected: 0 }),
          moderate: () => judged,
          update,
        },
      }}
    >
      <ReviewsPage search={{ status: 'pending' }} onSearch={async () => undefined} />
      <Toaster />
    </FakeAdminApi>
  )
  async function approveAndUndo() {
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  }

  it('is undone in the version that it made', async () => {
    const update = vi.fn(() => makeReview())
    render(page(update))
    await approveAndUndo()
    await waitFor(() =>
      expect(update).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ id: judged.id, status: 'pending', updatedAt: judged.updatedAt }),
      ),
    )
  })

  it('stays when somebody has changed the review since, and Undo says so', async () => {
    const message = 'Somebody has saved this review since you opened it. Please reload and try again.'
    render(
      page(() => {
        throw refusal(409, message, {}, 'STALE')
      }),
    )
    await approveAndUndo()
    expect(await screen.findByText(message)).toBeDefined()
  })

  it('makes the products load their rating again', async () => {
    const products = vi.fn(() => [])
    const counts = vi.fn(() => ({ total: 1, pending: 1, approved: 0, rejected: 0 }))
    render(
      <FakeAdminApi
        answers={{
          catalogue: { products },
          'admin.reviews': {
            list: () => ({ reviews: [makeReview()], total: 1, nextCursor: null }),
            counts,
            moderate: () => judged,
          },
        }}
      >
        <Products />
        <ReviewsPage search={{ status: 'pending' }} onSearch={async () => undefined} />
      </FakeAdminApi>,
    )
    const showProducts = async () => userEvent.click(await screen.findByRole('button', { name: 'Products' }))
    await showProducts()
    await showProducts()
    await showProducts()
    expect(products).toHaveBeenCalledOnce()
    await showProducts()
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(counts).toHaveBeenCalledTimes(2))
    await showProducts()
    await waitFor(() => expect(products).toHaveBeenCalledTimes(2))
  })

  function Products() {
    const [isShown, setIsShown] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setIsShown(!isShown)}>
          Products
        </button>
        {isShown && <ProductRows />}
      </>
    )
  }
  const ProductRows = () => trpc.catalogue.products.useQuery({}) && null
})
