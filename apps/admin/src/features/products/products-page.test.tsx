import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makeCategory, makeProduct, makeProductDetails } from '../../testing/records.ts'
import { ProductsPage } from './products-page.tsx'

afterEach(cleanup)

const oud = makeProduct({ name: 'Oud Zahra' })
const rose = makeProduct({ id: '00000000-0000-4000-8000-00000000000a', name: 'Rose of Taif' })

/** A shop that answers for each product when the test says so. */
async function show() {
  const asked = new Map([oud, rose].map(({ id }) => [id, Promise.withResolvers<ProductDetails>()]))
  const data = [oud, rose]
  render(
    <FakeAdminApi
      answers={{
        'admin.session': { current: () => ({ expiresAt: '2026-11-22T06:05:00.000Z' }) },
        'admin.stock': { product: ({ id }) => ({ ...stock, productId: id }) },
        catalogue: {
          categories: () => [makeCategory()],
          products: () => ({ data, pagination: { page: 1, totalPages: 1, total: data.length } }),
          product: ({ id }) => asked.get(id)?.promise ?? Promise.reject(new Error('No such product')),
        },
      }}
    >
      <ProductsPage search={{}} onSearch={async () => undefined} />
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
