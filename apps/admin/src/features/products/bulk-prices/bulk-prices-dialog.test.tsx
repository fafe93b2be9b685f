import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../../testing/fake-admin-api.tsx'
import { makeProduct } from '../../../testing/records.ts'
import { BulkPricesDialog } from './bulk-prices-dialog.tsx'

afterEach(cleanup)

it('shows the prices of today where the shop says that one was changed since', async () => {
  let product = makeProduct({ price: 1_000, originalPrice: null })
  const change = vi.fn((): never => {
    product = { ...product, price: 2_000, updatedAt: '2026-11-26T06:05:00.000Z' }
    throw refusal(409, 'Perfume 1 was changed since.', {}, 'STALE')
  })
  render(
    <FakeAdminApi answers={{ 'admin.prices': { change }, catalogue: { products: () => [product] } }}>
      <BulkPricesDialog category={undefined} categories={[]} onClose={() => undefined} />
    </FakeAdminApi>,
  )
  await userEvent.type(await screen.findByLabelText('Change by'), '10')
  await userEvent.click(await screen.findByRole('button', { name: 'Change 1 Price' }))
  expect(await screen.findByRole('row', { name: /Ksh 2,000 Ksh 2,200/ })).toBeDefined()
})

it('raises no price twice when the answer to the first change was lost', async () => {
  let product = makeProduct({ price: 1_000, originalPrice: null, updatedAt: '2026-11-21T06:05:00.000Z' })
  const change = vi.fn((_asked: object): never => {
    product = { ...product, price: 1_100, updatedAt: '2026-11-26T06:05:00.000Z' }
    throw new TypeError('Failed to fetch')
  })
  render(
    <FakeAdminApi answers={{ 'admin.prices': { change }, catalogue: { products: () => [product] } }}>
      <BulkPricesDialog category={undefined} categories={[]} onClose={() => undefined} />
    </FakeAdminApi>,
  )
  await userEvent.type(await screen.findByLabelText('Change by'), '10')
  const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Change 1 Price' }))
  await submit()
  expect((await screen.findByRole('alert')).textContent).toMatch(/may have been changed/)
  await submit()
  await waitFor(() => expect(change).toHaveBeenCalledTimes(2))
  const [[first], [second]] = change.mock.calls as [[object], [object]]
  expect(first).toMatchObject({ changes: [{ price: 1_100, updatedAt: '2026-11-21T06:05:00.000Z' }] })
  expect(second).toEqual(first)
})

it('calls no price unchanged that the try before may have changed', async () => {
  let product = makeProduct({ price: 1_000, originalPrice: null })
  const change = vi.fn((): never => {
    if (product.price === 1_100) throw refusal(409, 'Perfume 1 was changed since.', {}, 'STALE')
    product = { ...product, price: 1_100, updatedAt: '2026-11-26T06:05:00.000Z' }
    throw new TypeError('Failed to fetch')
  })
  render(
    <FakeAdminApi answers={{ 'admin.prices': { change }, catalogue: { products: () => [product] } }}>
      <BulkPricesDialog category={undefined} categories={[]} onClose={() => undefined} />
    </FakeAdminApi>,
  )
  await userEvent.type(await screen.findByLabelText('Change by'), '10')
  const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Change 1 Price' }))
  await submit()
  await screen.findByText(/may have been changed/)
  await submit()
  await screen.findByRole('row', { name: /Ksh 1,100 Ksh 1,200/ })
  expect(screen.getByRole('alert').textContent).toMatch(/perhaps by a try of yours/)
})

it('does not say that no price would change where the prices could not be read', async () => {
  let isAway = true
  const products = () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return [makeProduct({ price: 1_000, originalPrice: null })]
  }
  render(
    <FakeAdminApi answers={{ catalogue: { products } }}>
      <BulkPricesDialog category={undefined} categories={[]} onClose={() => undefined} />
    </FakeAdminApi>,
  )
  await userEvent.type(await screen.findByLabelText('Change by'), '10')
  expect((await screen.findByRole('alert')).textContent).toBe('The prices could not be read.')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Read the Prices Again' }))
  expect(await screen.findByRole('button', { name: 'Change 1 Price' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
