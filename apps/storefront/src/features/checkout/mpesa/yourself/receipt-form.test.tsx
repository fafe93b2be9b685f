import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { refusal, ShopDouble } from '../../../../testing/shop-double.tsx'
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

it.each([
  ['an empty field', '', 'Please enter the code from the M-Pesa message.'],
  ['a code that is none', 'SKJ', 'That is no code.'],
])('leads back to the field and reads out why after %s, each time', async (_, typed, reason) => {
  const refused = () => {
    throw refusal(400, 'Invalid', { fields: { receipt: 'That is no code.' } })
  }
  render(
    <ShopDouble answers={{ 'payments.claimMpesaReceipt': refused }}>
      <ReceiptForm orderId={orderId} payment={{ claim: null, hurry: () => undefined }} />
    </ShopDouble>,
  )
  const box = screen.getByRole<HTMLInputElement>('textbox')
  if (typed) await userEvent.type(box, typed)
  for (const _press of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'Check my payment' }))
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(screen.getByText(reason).closest('[aria-live=polite]')).not.toBeNull()
  }
})
