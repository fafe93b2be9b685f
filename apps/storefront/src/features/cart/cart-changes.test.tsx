import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { CartChanges } from './cart-changes.tsx'

afterEach(cleanup)

it('a keyboard goes on at the heading after "Update cart", which is gone with what it says', async () => {
  function Cart() {
    const [hasChanged, setChanged] = useState(true)
    return (
      <>
        <h1 id="cart-title" tabIndex={-1}>
          Your cart
        </h1>
        {hasChanged && <CartChanges onUpdate={() => setChanged(false)} />}
      </>
    )
  }
  render(<Cart />)
  await userEvent.click(screen.getByRole('button', { name: 'Update cart' }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your cart' }))
})
