import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makeCategory, makeProductDetails } from '../../testing/records.ts'
import { ProductFormDialog } from './product-form-dialog.tsx'

afterEach(cleanup)

it('is not lost where the product is saved, or closed, before it was added', async () => {
  const product = makeProductDetails()
  const { id: productId, name, image } = product
  const update = vi.fn(() => product)
  const stock = { productId, name, image, stockCount: null, soldOut: false, lowAt: null }
  render(
    <FakeAdminApi answers={{ 'admin.products': { update }, 'admin.stock': { product: () => stock } }}>
      <ProductFormDialog
        product={product}
        categories={[makeCategory({ id: product.categoryId })]}
        onClose={vi.fn()}
        onReload={vi.fn()}
      />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'New category' }))
  const field = screen.getByLabelText<HTMLInputElement>('New category')
  await userEvent.type(field, 'Attars')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Please add this category first, or empty the box')).toBeDefined()
  expect(document.activeElement).toBe(field)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(field.value).toBe('Attars')
  expect(update).not.toHaveBeenCalled()
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(update).toHaveBeenCalledOnce())
})
