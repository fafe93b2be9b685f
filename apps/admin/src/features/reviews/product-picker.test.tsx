import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makeProduct, makeReview } from '../../testing/records.ts'
import { ReviewFormDialog } from './review-form-dialog.tsx'

afterEach(cleanup)

const [oud, rose] = [makeProduct({ name: 'Oud' }, 1), makeProduct({ name: 'Rose' }, 2)]

/** A shop with too many products for one list, so that the picker offers a search. */
async function openForm() {
  const create = vi.fn((_: { productId: string }) => makeReview())
  render(
    <FakeAdminApi
      answers={{
        catalogue: {
          products: (query) => {
            const data = [oud, rose].filter(({ name }) => name.includes(query?.search ?? ''))
            return { data, pagination: { page: 1, totalPages: 2, total: 120 } }
          },
        },
        'admin.reviews': { create },
      }}
    >
      <ReviewFormDialog onClose={() => undefined} onReload={() => undefined} />
    </FakeAdminApi>,
  )
  const find = await screen.findByLabelText('Find a product')
  return { create, find, select: screen.getByLabelText<HTMLSelectElement>('Product') }
}

const shown = (select: HTMLSelectElement) => select.selectedOptions[0]?.text

describe('the product of a new review', () => {
  it('is the one that is shown, also after another search', async () => {
    const { create, find, select } = await openForm()
    await userEvent.selectOptions(select, 'Oud')
    await userEvent.type(find, 'Rose')
    await waitFor(() =>
      expect([...select.options].map(({ text }) => text)).toEqual(['Choose a product', 'Oud', 'Rose']),
    )
    expect(shown(select)).toBe('Oud')
    await userEvent.type(screen.getByLabelText('Content'), 'It lasts from morning to night.')
    await userEvent.click(screen.getByRole('button', { name: 'Create Review' }))
    await waitFor(() => expect(create).toHaveBeenCalledOnce())
    expect(create.mock.lastCall?.[0].productId).toBe(oud.id)
  })

  it('changes to what is chosen among the found ones', async () => {
    const { find, select } = await openForm()
    await userEvent.selectOptions(select, 'Oud')
    await userEvent.type(find, 'Rose')
    await userEvent.selectOptions(select, 'Rose')
    await waitFor(() => expect([...select.options].map(({ text }) => text)).toEqual(['Choose a product', 'Rose']))
    expect(shown(select)).toBe('Rose')
  })
})

it('says where the products could not be loaded, and reads them again', async () => {
  let isAway = true
  const products = () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return { data: [oud, rose], pagination: { page: 1, totalPages: 1, total: 2 } }
  }
  render(
    <FakeAdminApi answers={{ catalogue: { products } }}>
      <ReviewFormDialog onClose={() => undefined} onReload={() => undefined} />
    </FakeAdminApi>,
  )
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The products could not be loaded/)
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await userEvent.selectOptions(screen.getByLabelText('Product'), await screen.findByRole('option', { name: 'Rose' }))
})
