import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { ShopDouble } from '../../../../testing/shop-double.tsx'
import { ReceiptForm } from './receipt-form.tsx'

const orderId = '00000000-0000-4000-8000-000000000007'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
})

it('sends the code that was typed before the page’s code was there', async () => {
  const asked = vi.fn((_input: { receipt: string }) => ({
    state: 'checking',
    message: 'We are checking it.',
    askedAt: '2026-11-21T09:00:00.000Z',
  }))
  const page = (
    <ShopDouble answers={{ 'payments.claimMpesaReceipt': asked }}>
      <ReceiptForm orderId={orderId} payment={{ claim: null, hurry: () => undefined }} />
    </ShopDouble>
  )
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  document.body.append(container)
  const box = screen.getByRole<HTMLInputElement>('textbox')
  box.value = 'SKJ4H7T2QX'
  render(page, { container, hydrate: true })
  await userEvent.click(screen.getByRole('button', { name: 'Check my payment' }))
  await waitFor(() => expect(asked).toHaveBeenCalledWith({ orderId, receipt: 'SKJ4H7T2QX' }))
  await screen.findByText('We are checking it.')
  expect(box.value).toBe('SKJ4H7T2QX')
})
