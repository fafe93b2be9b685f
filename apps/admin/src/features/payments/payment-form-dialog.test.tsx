import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeAdminApi, type FakeAnswers, refusal } from '../../testing/fake-admin-api.tsx'
import { makePayment } from '../../testing/records.ts'
import { PaymentFormDialog } from './payment-form-dialog.tsx'
import type { ListedPayment } from './use-payment-list.ts'

afterEach(cleanup)

async function show(
  payment: ListedPayment | undefined,
  answers: FakeAnswers['admin.payments'] = {},
  onCall: ComponentProps<typeof FakeAdminApi>['onCall'] = () => undefined,
) {
  const onClose = vi.fn()
  const onReload = vi.fn()
  render(
    <FakeAdminApi answers={{ 'admin.payments': answers }} onCall={onCall}>
      <PaymentFormDialog payment={payment} onClose={onClose} onReload={onReload} />
    </FakeAdminApi>,
  )
  await screen.findByRole('dialog')
  return { onClose, onReload }
}

describe('a payment entered manually', () => {
  it('is entered in cents, with the shillings beside them', async () => {
    const create = vi.fn(() => makePayment())
    const { onClose } = await show(undefined, { create })
    await userEvent.type(screen.getByLabelText('Order ID'), 'MR100001')
    const amount = screen.getByLabelText('Amount (in cents)')
    await userEvent.clear(amount)
    await userEvent.type(amount, '485000')
    expect(screen.getByText('= Ksh 4,850')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Create Payment' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(create).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ orderId: 'MR100001', paymentMethod: 'stripe', amount: 485_000, status: 'pending' }),
    )
  })

  it('is entered once where the answer was lost, the form closed and the payment typed again', async () => {
    const keys: (string | undefined)[] = []
    let isLost = true
    const create = vi.fn(() => {
      if (isLost) throw new TypeError('Failed to fetch')
      return makePayment()
    })
    const enter = async () => {
      const shown = await show(undefined, { create }, (_, { idempotencyKey }) => keys.push(idempotencyKey))
      await userEvent.type(screen.getByLabelText('Order ID'), 'MR100001')
      await userEvent.type(screen.getByLabelText('Amount (in cents)'), '485000')
      await userEvent.click(screen.getByRole('button', { name: 'Create Payment' }))
      return shown
    }
    await enter()
    expect(await screen.findByText('The shop did not answer. Check your connection and try again.')).toBeDefined()
    cleanup()
    isLost = false
    const { onClose } = await enter()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('is not sent without an order and an amount', async () => {
    await show(undefined)
    await userEvent.click(screen.getByRole('button', { name: 'Create Payment' }))
    expect(await screen.findByText('Order ID is required')).toBeDefined()
    expect(screen.getByText('Amount must be greater than 0')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Order ID'))
  })

  it('says under a fee in fractions of a cent what is wrong with it', async () => {
    await show(undefined)
    await userEvent.type(screen.getByLabelText(/^Processing Fee/), '12.5')
    await userEvent.click(screen.getByRole('button', { name: 'Create Payment' }))
    expect(await screen.findByText('Processing fee must be whole cents')).toBeDefined()
  })
})

describe('an edited payment', () => {
  it('shows the receipt number in the transaction box and sends back what it read', async () => {
    const payment = makePayment({ receipt_number: 'TKL5XYZ890', processingFee: 1_250 })
    const update = vi.fn(() => payment)
    await show(payment, { update })
    expect(screen.getByLabelText<HTMLInputElement>(/^Transaction ID/).value).toBe('TKL5XYZ890')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() =>
      expect(update).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({
          id: payment.id,
          amount: payment.amount,
          processingFee: 1_250,
          transactionId: 'TKL5XYZ890',
          updatedAt: payment.updatedAt,
        }),
      ),
    )
  })

  it('says so where its transaction box was emptied', async () => {
    const update = vi.fn(() => makePayment())
    const { onClose } = await show(makePayment({ receipt_number: 'TKL5XYZ890' }), { update })
    await userEvent.clear(screen.getByLabelText(/^Transaction ID/))
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(update).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ transactionId: '' }))
  })

  it('says that somebody else has saved in between, and offers the newest version', async () => {
    const update = () => {
      throw refusal(409, 'Somebody has saved this payment since you opened it.', {}, 'STALE')
    }
    const { onClose, onReload } = await show(makePayment(), { update })
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Load newest version' }))
    expect(onReload).toHaveBeenCalledOnce()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('does not lose what was typed without asking', async () => {
    const { onClose } = await show(makePayment())
    await userEvent.type(screen.getByLabelText(/^Transaction ID/), 'x')
    await userEvent.keyboard('{Escape}')
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(question.isConnected).toBe(false))
    expect(screen.getByLabelText<HTMLInputElement>(/^Transaction ID/).value).toMatch(/x$/)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(onClose).toHaveBeenCalledOnce()
  })
})
