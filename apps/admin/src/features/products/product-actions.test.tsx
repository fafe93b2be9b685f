import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makeProduct } from '../../testing/records.ts'
import { ProductActions } from './product-actions.tsx'

afterEach(cleanup)

/** A page whose list cannot be read any more after a press. */
function Page() {
  const [isShown, setIsShown] = useState(true)
  return (
    <>
      <ProductActions isShown={isShown} category={undefined} categories={[]} onAdd={() => undefined} />
      <button type="button" onClick={() => setIsShown(false)}>
        Lose the list
      </button>
    </>
  )
}

it('keeps a change of prices whose answer was lost, with what it says, where the list is lost too', async () => {
  const change = (): never => {
    throw new TypeError('Failed to fetch')
  }
  const products = () => [makeProduct({ price: 1_000, originalPrice: null })]
  render(
    <FakeAdminApi answers={{ 'admin.prices': { change }, catalogue: { products } }}>
      <Page />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Change Prices' }))
  await userEvent.type(await screen.findByLabelText('Change by'), '10')
  await userEvent.click(await screen.findByRole('button', { name: 'Change 1 Price' }))
  expect(await screen.findByText(/may have been changed/)).toBeDefined()
  fireEvent.click(screen.getByText('Lose the list'))
  expect(screen.queryByText('Import')).toBeNull()
  expect(screen.getByText(/may have been changed/)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Change by').value).toBe('10')
})
