import { loadToasts, Toaster, toast } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutFields } from './checkout-fields.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'
import { useProblemToast } from './use-problem-toast.ts'

const filled: CheckoutFields = {
  firstName: 'Amina',
  lastName: 'Otieno',
  email: 'amina@example.com',
  phone: '0712 345 678',
  address: 'Kimathi Street 4',
  deliveryLocation: 'embu',
  mpesaPhone: '',
}

function Form({ fields, method }: { fields: Partial<CheckoutFields>; method: PaymentMethod['id'] }) {
  const form = useForm<CheckoutFields>({ defaultValues: { ...filled, ...fields } })
  const showProblem = useProblemToast(form, method)
  return (
    <>
      <input aria-label="First name" {...form.register('firstName')} />
      <input aria-label="M-Pesa number" {...form.register('mpesaPhone')} />
      <button type="button" onClick={showProblem}>
        Pay
      </button>
      <Toaster />
    </>
  )
}

const pay = () => userEvent.click(screen.getByRole('button', { name: 'Pay' }))

// What a swipe asks of the browser and jsdom does not know.
beforeAll(() => {
  Element.prototype.hasPointerCapture = () => false
  return loadToasts()
})
afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(button)
  cleanup()
})

describe('the toast for a form with an error', () => {
  it('goes when the missing field is filled in', async () => {
    render(<Form fields={{ firstName: '' }} method="manual" />)
    await pay()
    expect(await screen.findByText('Missing information')).toBeDefined()
    await userEvent.type(screen.getByLabelText('First name'), 'A')
    await waitFor(() => expect(screen.queryByText('Missing information')).toBeNull())
  })

  it('stays while another field is still missing', async () => {
    render(<Form fields={{ firstName: '', lastName: '' }} method="manual" />)
    await pay()
    await screen.findByText('Missing information')
    await userEvent.type(screen.getByLabelText('First name'), 'Amina')
    expect(screen.getByText('Missing information')).toBeDefined()
  })

  it('goes when M-Pesa no longer pays from the wrong number', async () => {
    const { rerender } = render(<Form fields={{ mpesaPhone: '12' }} method="mpesa" />)
    await pay()
    expect(await screen.findByText('Invalid phone number')).toBeDefined()
    rerender(<Form fields={{ mpesaPhone: '12' }} method="manual" />)
    await waitFor(() => expect(screen.queryByText('Invalid phone number')).toBeNull())
  })

  it('takes no later error with it', async () => {
    render(<Form fields={{ firstName: '' }} method="manual" />)
    await pay()
    await screen.findByText('Missing information')
    act(() => void toast({ variant: 'destructive', title: 'Order failed' }))
    await userEvent.type(screen.getByLabelText('First name'), 'A')
    expect(screen.getByText('Order failed')).toBeDefined()
  })
})
