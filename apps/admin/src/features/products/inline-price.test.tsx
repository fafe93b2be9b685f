import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeProduct } from '../../testing/records.ts'
import { InlinePrice } from './inline-price.tsx'

afterEach(cleanup)

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
