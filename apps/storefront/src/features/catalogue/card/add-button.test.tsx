import { loadToasts, shownToast, Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { makeProduct } from '../../../testing/products.ts'
import { replaceTexts } from '../../../testing/replace-texts.ts'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { cartActions } from '../../cart/use-cart.ts'
import { AddButton } from './add-button.tsx'

const product = makeProduct({ name: 'Oud Zahra' })
const { id, name, price, image, category } = product
const nothingShort = { shortages: [] }
const quote = vi.fn((_asked: unknown): unknown => nothingShort)

// What a swipe asks of the browser and jsdom does not know.
beforeAll(() => {
  Element.prototype.hasPointerCapture = () => false
  return loadToasts()
})
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(async () => {
  act(() => cartActions.removeItem(id))
  // A press that still waits to ask for the stock would be counted with those of the next test.
  await vi.dynamicImportSettled()
  await act(() => vi.runOnlyPendingTimersAsync())
  cleanup()
  quote.mockReset().mockReturnValue(nothingShort)
  vi.useRealTimers()
})

async function showButton(inCart = 0) {
  if (inCart > 0) {
    cartActions.add({ id, name, price, image, category })
    cartActions.setQuantity(id, inCart)
  }
  const { page } = pageDouble(
    '/',
    <>
      <AddButton product={product} />
      <Toaster />
    </>,
  )
  render(<ShopDouble answers={{ 'checkout.quote': quote }}>{page}</ShopDouble>)
  await screen.findByText(/Add|\+/)
}

const press = (label: string | RegExp) => userEvent.click(screen.getByRole('button', { name: label }))
const inCart = () => cartActions.read().items.map(({ quantity }) => quantity)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('Add on a card', () => {
  it('becomes a stepper that still has the focus, and says once what was added', async () => {
    await showButton()
    await press('Add Oud Zahra to cart')
    expect(screen.getByRole('button', { name: 'Adding...' }).getAttribute('aria-disabled')).toBe('true')
    await pass(500)
    expect(inCart()).toEqual([1])
    expect(screen.getByRole('group', { name: 'Quantity of Oud Zahra' })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'One more of Oud Zahra' }))
    expect(shownToast()).toMatchObject({ title: 'Added to cart', description: 'Oud Zahra' })
    await press('One more of Oud Zahra')
    expect(screen.getByRole('group').querySelector('output')?.textContent).toBe('2')
    expect(shownToast()?.title).toBe('Added to cart')
  })

  it('has added, once, when the page is left before it says so', async () => {
    await showButton()
    await press('Add Oud Zahra to cart')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(inCart()).toEqual([1])
    await pass(500)
    expect(inCart()).toEqual([1])
  })

  it('adds also on a page that the browser has translated', async () => {
    await showButton()
    const button = screen.getByRole('button', { name: 'Add Oud Zahra to cart' })
    replaceTexts(button)
    await userEvent.click(button)
    expect(button.textContent).toBe('Adding...')
    replaceTexts(button)
    await pass(500)
    expect([button.textContent, inCart()]).toEqual(['+', [1]])
  })

  it('adds one piece however often it was pressed before the page could answer', async () => {
    await showButton()
    const button = screen.getByRole('button', { name: 'Add Oud Zahra to cart' })
    // As early presses are carried out: all at once.
    act(() => {
      for (let presses = 0; presses < 3; presses += 1) button.click()
    })
    await pass(500)
    expect(inCart()).toEqual([1])
  })

  it('is undone from the toast', async () => {
    await showButton()
    await press('Add Oud Zahra to cart')
    await pass(500)
    await press('Undo')
    expect(inCart()).toEqual([])
    expect(screen.getByRole('button', { name: 'Add Oud Zahra to cart' })).toBeDefined()
  })

  it('comes back with the focus when minus removes the last piece, which can be undone too', async () => {
    await showButton(2)
    await press('One less of Oud Zahra')
    expect(inCart()).toEqual([1])
    await press('Remove Oud Zahra')
    expect(inCart()).toEqual([])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Oud Zahra to cart' }))
    expect(shownToast()?.title).toBe('Removed from cart')
    await press('Undo')
    expect(inCart()).toEqual([1])
  })

  it('counts no further than 99', async () => {
    await showButton(98)
    await press('One more of Oud Zahra')
    await press('One more of Oud Zahra')
    expect(inCart()).toEqual([99])
    expect(screen.getByRole('button', { name: 'One more of Oud Zahra' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('takes back what the shop has not got, and asks once for several presses', async () => {
    quote.mockReturnValue({ shortages: [{ productId: id, productName: name, asked: 4, left: 3 }] })
    await showButton(2)
    await press('One more of Oud Zahra')
    await press('One more of Oud Zahra')
    expect(inCart()).toEqual([4])
    await waitFor(() => expect(inCart()).toEqual([3]))
    expect(quote).toHaveBeenCalledTimes(1)
    expect(quote).toHaveBeenCalledWith({ items: [{ productId: id, quantity: 4 }] })
    expect(shownToast()).toMatchObject({ title: 'Only 3 left', description: 'Oud Zahra', variant: 'destructive' })
  })

  it('keeps the number where the shop does not answer', async () => {
    quote.mockImplementation(() => {
      throw new Error('no connection')
    })
    await showButton(1)
    await press('One more of Oud Zahra')
    await waitFor(() => expect(quote).toHaveBeenCalled())
    await pass(100)
    expect(inCart()).toEqual([2])
  })
})
