import type { Product } from '@marashi/domain/contracts/catalogue'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { makeProduct } from '../../../testing/products.ts'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { ProductCard } from './product-card.tsx'

afterEach(cleanup)

async function showCard(changes: Partial<Product>) {
  const { page } = pageDouble('/', <ProductCard product={makeProduct({ name: 'Oud Zahra', ...changes })} />)
  render(<ShopDouble answers={{}}>{page}</ShopDouble>)
  await screen.findByRole('article')
}

describe('a product card', () => {
  it('says New only of what is new', async () => {
    await showCard({ isNew: true })
    expect(screen.getByText('New')).toBeDefined()
    cleanup()
    await showCard({ isNew: false })
    expect(screen.queryByText('New')).toBeNull()
  })

  it.each([
    [{ price: 800, originalPrice: 1000 }, '-20%', 'Ksh 1,000'],
    [{ price: 999, originalPrice: 1000 }, null, 'Ksh 1,000'],
    [{ price: 1000, originalPrice: 1000 }, null, null],
    [{ price: 1200, originalPrice: 1000 }, null, null],
    [{ price: 1000, originalPrice: null }, null, null],
  ])('of %j shows the discount %s and the old price %s', async (prices, badge, oldPrice) => {
    await showCard(prices)
    expect(screen.queryByText(/^-\d+%$/)?.textContent ?? null).toBe(badge)
    expect(document.querySelector('s')?.textContent ?? null).toBe(oldPrice && `was ${oldPrice}`)
  })

  it('sums up the reviews, or says that there are none', async () => {
    await showCard({ averageRating: 4.7, reviewCount: 18 })
    expect(screen.getByRole('img', { name: 'Rated 4.7 out of 5, 18 reviews' }).textContent).toBe('4.7 (18)')
    cleanup()
    await showCard({ reviewCount: 0 })
    expect(screen.getByText('No reviews yet')).toBeDefined()
  })

  it('leads to the perfume by its name and by Details', async () => {
    await showCard({})
    const address = `/product/${makeProduct().id}`
    expect(screen.getByRole('link', { name: 'Oud Zahra' }).getAttribute('href')).toBe(address)
    expect(screen.getByRole('link', { name: 'Details of Oud Zahra' }).getAttribute('href')).toBe(address)
  })

  it('says what is sold out, and takes no press on it', async () => {
    await showCard({ isSoldOut: true })
    expect(screen.getAllByText('Sold out')).toHaveLength(2)
    const button = screen.getByRole('button', { name: 'Sold out Oud Zahra' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('button', { name: /Add/ })).toBeNull()
  })

  it('keeps a favourite', async () => {
    await showCard({})
    const heart = screen.getByRole('button', { name: 'Favorite Oud Zahra' })
    expect(heart.getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(heart)
    expect(heart.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(heart)
    expect(heart.getAttribute('aria-pressed')).toBe('false')
  })

  it('has no style of its own in the server’s page, which the content policy would refuse', async () => {
    await showCard({ isNew: true, originalPrice: 9000 })
    expect(document.querySelectorAll('[style]')).toHaveLength(0)
  })
})
