import { createMemoryHistory, Link } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeProduct } from '../../testing/records.ts'
import { InlinePrice } from './inline-price.tsx'

afterEach(cleanup)

it('asks for the answer to a change of price that was lost, instead of sending another', async () => {
  const product = makeProduct({ price: 4_500 })
  const keys: (string | undefined)[] = []
  const change = () => {
    if (keys.length === 1) throw new Error('Failed to fetch')
    return { id: '00000000-0000-4000-8000-000000000009', changed: 1 }
  }
  render(
    <FakeAdminApi
      answers={{ 'admin.prices': { change } }}
      onCall={(path, { idempotencyKey }) => path === 'admin.prices.change' && keys.push(idempotencyKey)}
    >
      <InlinePrice product={product} show={({ price }) => <p>Ksh {price}</p>} />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: `Change price of ${product.name}` }))
  await userEvent.clear(screen.getByLabelText('Price'))
  await userEvent.type(screen.getByLabelText('Price'), '4,850{Enter}')
  await userEvent.type(await screen.findByLabelText('Price'), '{Enter}')
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).toBeDefined()
  expect(keys[1]).toBe(keys[0])
})

it('keeps a price that was refused typed', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const product = makeProduct({ price: 4_500 })
  render(
    <FakeAdminApi answers={{ 'admin.prices': { change: () => promise } }}>
      <InlinePrice product={product} show={({ price }) => <p>Ksh {price}</p>} />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: `Change price of ${product.name}` }))
  await userEvent.clear(screen.getByLabelText('Price'))
  await userEvent.type(screen.getByLabelText('Price'), '4,850{Enter}')
  await screen.findByText('Ksh 4850')
  reject(refusal(503, 'The shop is busy.'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('4850'))
})

it.each([
  ['another category', { category: '00000000-0000-4000-8000-000000000009' }],
  ['a search', { search: 'oud' }],
  ['another page of the list', { page: 2 }],
])('is asked about before %s takes it away', async (_, search) => {
  const product = makeProduct({ price: 4_500 })
  const history = createMemoryHistory({ initialEntries: ['/products'] })
  render(
    <FakeAdminApi answers={{}} history={history}>
      <InlinePrice product={product} show={({ price }) => <p>Ksh {price}</p>} />
      <Link to={'/products' as never} search={search as never}>
        Others
      </Link>
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: `Change price of ${product.name}` }))
  await userEvent.type(screen.getByLabelText('Price'), '0')
  const others = () => userEvent.click(screen.getByRole('link', { name: 'Others' }))
  await others()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('45000')
  expect(history.location.href).toBe('/products')
  await others()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(history.location.href).not.toBe('/products'))
})

it('is asked about before the page is left with a price that was typed and not saved', async () => {
  const product = makeProduct({ price: 4_500 })
  const history = createMemoryHistory({ initialEntries: ['/products'] })
  render(
    <FakeAdminApi answers={{}} history={history}>
      <InlinePrice product={product} show={({ price }) => <p>Ksh {price}</p>} />
      <Link to="/orders">Orders</Link>
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: `Change price of ${product.name}` }))
  await userEvent.type(screen.getByLabelText('Price'), '0')
  const leave = () => userEvent.click(screen.getByRole('link', { name: 'Orders' }))
  await leave()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('45000')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await leave()
  await waitFor(() => expect(history.location.pathname).toBe('/orders'))
})
