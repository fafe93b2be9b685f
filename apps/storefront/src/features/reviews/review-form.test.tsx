import { trpc } from '@marashi/api-client/trpc'
import type { Product } from '@marashi/domain/contracts/catalogue'
import { loadToasts, Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal, ShopDouble } from '../../testing/shop-double.tsx'
import { pageOf } from '../catalogue/catalogue-query.ts'
import ReviewForm from './review-form.tsx'

const product = { id: '3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e', name: 'Oud Zahra' } as Product
const pending = { id: 'r1', status: 'pending', createdAt: '2026-11-21T10:00:00.000Z' }

function openForm(submit: (input: never) => unknown = () => pending) {
  return render(
    <ShopDouble answers={{ 'reviews.submit': submit }}>
      <ReviewForm product={product} />
      <Toaster />
    </ShopDouble>,
  )
}

const content = () => screen.getByLabelText<HTMLTextAreaElement>('Your review')
const send = () => userEvent.click(screen.getByRole('button', { name: 'Submit Review' }))

beforeAll(loadToasts)
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

describe('what the form asks for', () => {
  it('a rating, without a default', async () => {
    const submit = vi.fn(() => pending)
    openForm(submit)
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    await userEvent.type(content(), 'Lasts the whole day')
    await send()
    expect(await screen.findByText('Please select a rating')).toBeDefined()
    expect(submit).not.toHaveBeenCalled()
  })

  it('the rating first: an empty form leads to the stars', async () => {
    openForm()
    await send()
    await screen.findByText('Please select a rating')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star, Poor' }))
  })

  it('at least 10 characters', async () => {
    openForm()
    await userEvent.click(screen.getByRole('radio', { name: '5 stars, Excellent' }))
    await userEvent.type(content(), 'Too short')
    await send()
    expect(await screen.findByText('Review must be at least 10 characters')).toBeDefined()
  })

  it('no name', async () => {
    const submit = vi.fn((_review: { customerName?: string }) => pending)
    openForm(submit as never)
    await userEvent.click(screen.getByRole('radio', { name: '4 stars, Very Good' }))
    await userEvent.type(content(), 'Lasts the whole day')
    await send()
    await screen.findByText(/awaits moderation/)
    expect(submit.mock.calls[0]?.[0]).toEqual({ id: product.id, rating: 4, content: 'Lasts the whole day' })
  })
})

describe('the counter', () => {
  it('counts as a person counts, and turns red above 500 without cutting the text', async () => {
    openForm()
    await userEvent.click(content())
    await userEvent.paste('👨‍👩‍👧'.repeat(500))
    const counter = screen.getByText('500/500').parentElement
    expect(counter?.dataset.over).toBe('false')
    await userEvent.paste('!')
    expect(screen.getByText('501/500').parentElement?.dataset.over).toBe('true')
    expect(content().value.endsWith('!')).toBe(true)
  })
})

describe('a review that is shown at once', () => {
  function ReviewCount() {
    const { data } = trpc.catalogue.product.useQuery({ id: product.id })
    const { data: grid = [] } = trpc.catalogue.products.useQuery({})
    return data && <p>{`${data.reviewCount} on the page, ${pageOf(grid).products.length} in the grid`}</p>
  }

  async function openBesideCount(status: 'approved' | 'pending') {
    let written = 0
    render(
      <ShopDouble
        answers={{
          'catalogue.shop': () => ({}),
          'catalogue.product': () => ({ ...product, reviewCount: written }),
          'catalogue.products': () => Array(written).fill(product),
          'reviews.submit': () => {
            written += 1
            return { ...pending, status }
          },
        }}
      >
        <ReviewCount />
        <ReviewForm product={product} />
      </ShopDouble>,
    )
    await screen.findByText('0 on the page, 0 in the grid')
    await userEvent.click(screen.getByRole('radio', { name: '5 stars, Excellent' }))
    await userEvent.type(content(), 'Lasts the whole day')
    await send()
  }

  it('counts on the page and on its cards', async () => {
    await openBesideCount('approved')
    expect(await screen.findByText('1 on the page, 1 in the grid')).toBeDefined()
  })

  it('does not count while it awaits moderation', async () => {
    await openBesideCount('pending')
    await screen.findByText(/awaits moderation/)
    expect(screen.getByText('0 on the page, 0 in the grid')).toBeDefined()
  })
})

it('a keyboard goes on at the form’s heading after "Write another review"', async () => {
  openForm()
  await userEvent.click(screen.getByRole('radio', { name: '5 stars, Excellent' }))
  await userEvent.type(content(), 'Lasts the whole day')
  await send()
  await userEvent.click(await screen.findByRole('button', { name: 'Write another review' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Write a Review' }))
})

describe('what was typed', () => {
  it('is restored after a reload', async () => {
    const { unmount } = openForm()
    await userEvent.click(screen.getByRole('radio', { name: '3 stars, Good' }))
    await userEvent.type(content(), 'Half a rev')
    unmount()
    openForm()
    expect(content().value).toBe('Half a rev')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '3 stars, Good' }).checked).toBe(true)
  })

  it('stays when the shop refuses, and the reason is shown', async () => {
    openForm(() => {
      throw refusal(429, 'Please wait before you review again.')
    })
    await userEvent.click(screen.getByRole('radio', { name: '1 star, Poor' }))
    await userEvent.type(content(), 'Gone within the hour')
    await send()
    expect(await screen.findByText('Error')).toBeDefined()
    expect(screen.getByText('Please wait before you review again.')).toBeDefined()
    expect(content().value).toBe('Gone within the hour')
  })

  it('stays when no answer comes', async () => {
    openForm(() => {
      throw new TypeError('Failed to fetch')
    })
    await userEvent.click(screen.getByRole('radio', { name: '1 star, Poor' }))
    await userEvent.type(content(), 'Gone within the hour')
    await send()
    expect(await screen.findByText('Failed to submit review')).toBeDefined()
    expect(content().value).toBe('Gone within the hour')
  })

  it('is thanked for on the second try without the error of the first', async () => {
    const submit = vi.fn((): unknown => pending)
    submit.mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch')
    })
    openForm(submit)
    await userEvent.click(screen.getByRole('radio', { name: '1 star, Poor' }))
    await userEvent.type(content(), 'Gone within the hour')
    await send()
    await screen.findByText('Failed to submit review')
    await send()
    await screen.findByText(/awaits moderation/)
    expect(screen.queryByText('Failed to submit review')).toBeNull()
  })

  it('is cleared once it is sent', async () => {
    openForm()
    await userEvent.click(screen.getByRole('radio', { name: '5 stars, Excellent' }))
    await userEvent.type(content(), 'Lasts the whole day')
    await send()
    await screen.findByText(/awaits moderation/)
    await waitFor(() => expect(sessionStorage.length).toBe(0))
  })
})
