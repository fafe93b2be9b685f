import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { makeProduct } from '../../../testing/records.ts'
import { FindPerfume } from '../../settings/find-perfume.tsx'
import { LinePicker } from './line-picker.tsx'

afterEach(cleanup)

const order = { lines: [], isFull: false } as unknown as Parameters<typeof LinePicker>[0]['order']

it.each([
  ['an order', 'Add perfumes', <LinePicker key="order" order={order} />],
  ['the home page', 'Add a perfume', <FindPerfume key="home" without={[]} onFound={() => undefined} />],
])('says where the perfumes for %s could not be loaded, and asks for them again', async (_, label, picker) => {
  let isAway = true
  const products = () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return { data: [makeProduct({ name: 'Oud Zahra' })], pagination: { page: 1, totalPages: 1, total: 1 } }
  }
  render(<FakeAdminApi answers={{ catalogue: { products } }}>{picker}</FakeAdminApi>)
  await userEvent.type(await screen.findByLabelText(label), 'Oud')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The products could not be loaded/)
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: /^Oud Zahra/ })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
