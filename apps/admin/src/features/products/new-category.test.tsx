import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeCategory, makeProductDetails } from '../../testing/records.ts'
import { NewCategory } from './new-category.tsx'
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

it('stays typed where the session has ended, and says nothing that the login does not undo', async () => {
  const added = makeCategory({ name: 'Attars' })
  const create = vi.fn(() => added)
  create.mockImplementationOnce(() => {
    throw refusal(401, 'Please log in.', {}, 'UNAUTHORIZED')
  })
  const onAdded = vi.fn()
  render(
    <FakeAdminApi answers={{ 'admin.categories': { create } }}>
      <NewCategory isFirst={false} onAdded={onAdded} />
    </FakeAdminApi>,
  )
  await userEvent.type(await screen.findByLabelText('New category'), 'Attars{Enter}')
  await waitFor(() => expect(create).toHaveBeenCalledOnce())
  const add = await screen.findByRole('button', { name: 'Add Category' })
  expect(screen.queryByText('Please log in.')).toBeNull()
  await userEvent.click(add)
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(added))
})
