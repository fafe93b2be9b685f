import type { ProductStock, SaveStock } from '@marashi/domain/contracts/admin-stock'
import { Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { StockControl } from './stock-control.tsx'

const id = '00000000-0000-4000-8000-000000000001'

afterEach(cleanup)

async function show(changes: Partial<ProductStock> = {}, answer?: () => Promise<ProductStock>) {
  let stock: ProductStock = {
    productId: id,
    name: 'Oud Zahra',
    image: 'http://localhost/media/oud-1/1080.jpg',
    stockCount: null,
    soldOut: false,
    lowAt: null,
    ...changes,
  }
  const save = vi.fn(({ id: _id, change = 0, ...sent }: SaveStock): ProductStock | Promise<ProductStock> => {
    if (answer) return answer()
    stock = { ...stock, ...sent, stockCount: sent.stockCount ?? (stock.stockCount ?? 0) + change }
    return stock
  })
  render(
    <FakeAdminApi answers={{ 'admin.stock': { product: () => stock, save } }}>
      <StockControl productId={id} name="Oud Zahra" hasThreshold />
      <Toaster />
    </FakeAdminApi>,
  )
  await screen.findByRole('group', { name: 'Stock of Oud Zahra' })
  return save
}

it('shows a switch as it was pressed before the shop answers, and as it is stored where the shop refuses', async () => {
  const answer = Promise.withResolvers<ProductStock>()
  const save = await show({}, () => answer.promise)
  const soldOut = screen.getByRole<HTMLInputElement>('switch', { name: 'Sold out' })
  await userEvent.click(soldOut)
  expect(soldOut.checked).toBe(true)
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(soldOut.checked).toBe(true)
  answer.reject(refusal(503, 'The shop is busy.'))
  await screen.findByText('The shop is busy.')
  await waitFor(() => expect(soldOut.checked).toBe(false))
})

it('switches a perfume to sold out', async () => {
  const save = await show()
  await userEvent.click(screen.getByRole('switch', { name: 'Sold out' }))
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ id, soldOut: true }))
})

it('counts nothing until a number is typed, and then one up or down with a press', async () => {
  const save = await show()
  expect(screen.queryByRole('button', { name: /^One (less|more)/ })).toBeNull()
  await userEvent.type(screen.getByLabelText('Pieces left of Oud Zahra'), '12{Enter}')
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ id, stockCount: 12 }))
  await userEvent.click(await screen.findByRole('button', { name: 'One less of Oud Zahra' }))
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ id, change: -1 }))
  await screen.findByText('11 left of Oud Zahra')
})

it('stops counting where nothing is typed', async () => {
  const save = await show({ stockCount: 5 })
  const field = screen.getByLabelText('Pieces left of Oud Zahra')
  await userEvent.clear(field)
  await userEvent.tab()
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ id, stockCount: null }))
})

it('shows one more than none before the shop answers', async () => {
  const { promise } = Promise.withResolvers<ProductStock>()
  await show({ stockCount: 0 }, () => promise)
  await userEvent.click(screen.getByRole('button', { name: 'One more of Oud Zahra' }))
  await screen.findByText('1 left of Oud Zahra')
})

it('takes no piece from none', async () => {
  const save = await show({ stockCount: 0 })
  await userEvent.click(screen.getByRole('button', { name: 'One less of Oud Zahra' }))
  expect(save).not.toHaveBeenCalled()
})

it('sets from which count it is low', async () => {
  const save = await show({ stockCount: 5 })
  await userEvent.type(screen.getByLabelText('Oud Zahra is low from'), '8{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ id, lowAt: 8 }))
})

it('shows what is stored where two presses come to nothing and the shop cannot be asked', async () => {
  const stock = { productId: id, name: 'Oud Zahra', image: '/oud.jpg', stockCount: 5, soldOut: false, lowAt: null }
  let isAway = false
  const answer = () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return stock
  }
  const refused = Promise.withResolvers<ProductStock>()
  const save = vi.fn(() => refused.promise)
  render(
    <FakeAdminApi answers={{ 'admin.stock': { product: answer, save } }}>
      <StockControl productId={id} name="Oud Zahra" />
    </FakeAdminApi>,
  )
  const more = await screen.findByRole('button', { name: 'One more of Oud Zahra' })
  isAway = true
  await userEvent.click(more)
  await userEvent.click(more)
  await screen.findByText('7 left of Oud Zahra')
  refused.reject(refusal(503, 'The shop is busy.'))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByText('5 left of Oud Zahra')).toBeDefined()
})

it('says that the stock could not be loaded, and reads it again', async () => {
  let isAway = true
  const product = (): ProductStock => {
    if (isAway) throw new TypeError('Failed to fetch')
    return { productId: id, name: 'Oud Zahra', image: '', stockCount: 4, soldOut: false, lowAt: null }
  }
  render(
    <FakeAdminApi answers={{ 'admin.stock': { product } }}>
      <StockControl productId={id} name="Oud Zahra" />
    </FakeAdminApi>,
  )
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The stock could not be loaded/)
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Pieces left of Oud Zahra')).value).toBe('4')
})
