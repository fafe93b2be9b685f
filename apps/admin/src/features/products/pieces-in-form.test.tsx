import type { ProductStock, SaveStock } from '@marashi/domain/contracts/admin-stock'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makeCategory, makeProductDetails } from '../../testing/records.ts'
import { ProductFormDialog } from './product-form-dialog.tsx'

afterEach(cleanup)

async function show() {
  const product = makeProductDetails()
  const { id, name, image } = product
  let stock: ProductStock = { productId: id, name, image, stockCount: 5, soldOut: false, lowAt: null }
  const saveStock = vi.fn(({ id: _id, change: _change, ...sent }: SaveStock) => {
    stock = { ...stock, ...sent }
    return stock
  })
  const update = vi.fn(() => product)
  const onClose = vi.fn()
  const { rerender } = render(
    <FakeAdminApi answers={{ 'admin.products': { update }, 'admin.stock': { product: () => stock, save: saveStock } }}>
      <ProductFormDialog
        product={product}
        categories={[makeCategory({ id: product.categoryId })]}
        onClose={() => {
          onClose()
          rerender(<p>Closed</p>)
        }}
        onReload={() => undefined}
      />
    </FakeAdminApi>,
  )
  const pieces = await screen.findByLabelText<HTMLInputElement>(`Pieces left of ${name}`)
  return { saveStock, update, onClose, pieces }
}

it.each([
  ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('saves no pieces that are discarded, after %s', async (_, close) => {
  const { saveStock, onClose, pieces } = await show()
  await userEvent.clear(pieces)
  await userEvent.type(pieces, '12')
  await close()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(pieces.value).toBe('12')
  await close()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saveStock).not.toHaveBeenCalled()
})

const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))

it.each<[string, (pieces: HTMLInputElement) => unknown]>([
  ['pressing Save', pressSave],
  [
    'pressing Save after a blank part of the dialog',
    async () => {
      act(() => screen.getByRole('dialog').focus())
      await pressSave()
    },
  ],
  [
    'pressing Save in Safari, where the dialog gets the focus instead of the button',
    (pieces) => {
      fireEvent.blur(pieces, { relatedTarget: screen.getByRole('dialog') })
      fireEvent.submit(pieces.form as HTMLFormElement)
    },
  ],
  ['sending it while they are typed', (pieces) => fireEvent.submit(pieces.form as HTMLFormElement)],
])('saves pieces with the form that they stand in by %s, and asks nothing after that', async (_, send) => {
  const { saveStock, onClose, pieces } = await show()
  await userEvent.clear(pieces)
  await userEvent.type(pieces, '12')
  await send(pieces)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saveStock).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ stockCount: 12 }))
})

it('saves pieces at once where a blank part of the dialog is pressed', async () => {
  const { saveStock, pieces } = await show()
  await userEvent.clear(pieces)
  await userEvent.type(pieces, '12')
  act(() => screen.getByRole('dialog').focus())
  await waitFor(() => expect(saveStock).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ stockCount: 12 })))
})

it('does not save and close a form with pieces that are no number', async () => {
  const { saveStock, update, pieces } = await show()
  await userEvent.clear(pieces)
  await userEvent.type(pieces, 'ten')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(document.activeElement).toBe(pieces))
  await screen.findByText('Please enter whole pieces, at most 1,000,000')
  expect(update).not.toHaveBeenCalled()
  expect(saveStock).not.toHaveBeenCalled()
})
