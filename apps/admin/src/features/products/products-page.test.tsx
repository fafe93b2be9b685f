import { trpc } from '@marashi/api-client/trpc'
import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makeCategory, makeProduct, makeProductDetails } from '../../testing/records.ts'
import { ProductsPage } from './products-page.tsx'

afterEach(cleanup)

const oud = makeProduct({ name: 'Oud Zahra' })
const rose = makeProduct({ id: '00000000-0000-4000-8000-00000000000a', name: 'Rose of Taif' })
const amber = makeProduct({ id: '00000000-0000-4000-8000-00000000000b', name: 'Amber Dusk' })
const musk = makeProduct({ id: '00000000-0000-4000-8000-00000000000c', name: 'Musk' })

/** A shop that answers for each product when the test says so. */
async function show(listed = () => [oud, rose]) {
  const asked = new Map([oud, rose].map(({ id }) => [id, Promise.withResolvers<ProductDetails>()]))
  render(
    <FakeAdminApi
      answers={{
        'admin.session': { current: () => ({ expiresAt: '2026-11-22T06:05:00.000Z' }) },
        'admin.stock': { product: ({ id }) => ({ ...stock, productId: id }) },
        catalogue: {
          categories: () => [makeCategory()],
          products: () => ({ data: listed(), pagination: { page: 1, totalPages: 1, total: 2 } }),
          product: ({ id }) => asked.get(id)?.promise ?? Promise.reject(new Error('No such product')),
        },
      }}
    >
      <ProductsPage search={{}} onSearch={async () => undefined} />
      <ReadAgain />
    </FakeAdminApi>,
  )
  const edit = async ({ name }: { name: string }) =>
    userEvent.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  const answer = ({ id, name }: { id: string; name: string }) =>
    act(async () =>
      asked.get(id)?.resolve(makeProductDetails({ id, name, updatedAt: `2026-11-21T08:05:00.00${name.length}Z` })),
    )
  return { edit, answer }
}
/** As after a live update. */
function ReadAgain() {
  const { catalogue } = trpc.useUtils()
  return (
    <button type="button" onClick={() => void catalogue.products.invalidate()}>
      Read again
    </button>
  )
}
const stock = { name: 'Oud Zahra', image: '/a.jpg', stockCount: null, soldOut: false, lowAt: null }
const nameField = () => screen.findByLabelText<HTMLInputElement>('Name')

it('keeps what is typed for a new product when the answer for another comes late', async () => {
  const { edit, answer } = await show()
  await edit(oud)
  await userEvent.click(screen.getByRole('button', { name: 'Add Product' }))
  await userEvent.type(await nameField(), 'Amber Dusk')
  await answer(oud)
  expect((await nameField()).value).toBe('Amber Dusk')
})

it('opens the product that was asked for last, also where its answer comes first', async () => {
  const { edit, answer } = await show()
  await edit(oud)
  await edit(rose)
  await answer(rose)
  await answer(oud)
  expect((await nameField()).value).toBe('Rose of Taif')
})

it('keeps a product on its page while its price is typed, also where others have moved it to the next', async () => {
  let listed = [oud, rose]
  await show(() => listed)
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const readAgain = async () => {
    const { length } = names()
    // The focus stays in the price.
    fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
    await waitFor(() => expect(names()).not.toHaveLength(length))
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Change price of Rose of Taif' }))
  await userEvent.type(screen.getByLabelText('Price'), '0')
  const price = screen.getByLabelText<HTMLInputElement>('Price')
  const typed = price.value
  listed = [amber, musk, oud]
  await readAgain()
  expect(names()).toEqual(['Amber Dusk', 'Rose of Taif', 'Musk', 'Oud Zahra'])
  expect([screen.getByLabelText<HTMLInputElement>('Price'), document.activeElement]).toEqual([price, price])
  expect(price.value).toBe(typed)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(names()).toEqual(['Amber Dusk', 'Musk', 'Oud Zahra']))
})

it('is there again once the line is back, and asks nobody to log in', async () => {
  let isLost = false
  const listed = () => {
    if (isLost) throw new TypeError('Failed to fetch')
    return [oud, rose]
  }
  await show(listed)
  await screen.findByText('Oud Zahra')
  isLost = true
  act(() => onlineManager.setOnline(false))
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
  await screen.findByText('Authentication Required')
  isLost = false
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(screen.queryByText('Authentication Required')).toBeNull())
})
