import { Toaster } from '@marashi/ui/toast'
import { createMemoryHistory, Link } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { AddPlace } from './add-place.tsx'
import type { SaveFailure } from './save-progress.ts'

afterEach(cleanup)

const embu = {
  id: 'embu',
  name: 'Embu',
  fee: 0,
  promise: '',
  sameDayUntil: '',
  freeOver: null,
  note: '',
  isActive: true,
}

const history = createMemoryHistory()
const leave = () => userEvent.click(screen.getByRole('link', { name: 'Orders' }))

async function show(save = async (): Promise<SaveFailure | null> => null) {
  const onAdd = vi.fn((_place: unknown) => save())
  history.replace('/settings')
  const { rerender } = render(
    <FakeAdminApi answers={{}} history={history}>
      <AddPlace places={[embu]} onAdd={onAdd} />
      <Link to="/orders">Orders</Link>
    </FakeAdminApi>,
  )
  await screen.findByLabelText('New place')
  return Object.assign(onAdd, { unmount: () => rerender(<Toaster />) })
}

async function add(name: string, fee: string) {
  for (const [label, text] of [
    ['New place', name],
    ['Its fee, Ksh', fee],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label))
    if (text) await userEvent.type(screen.getByLabelText(label), text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Add place' }))
}

it('adds a place by its name and fee', async () => {
  const onAdd = await show()
  await add('Nyali, Mombasa', '1,250')
  expect(onAdd).toHaveBeenCalledExactlyOnceWith({ ...embu, id: 'nyali-mombasa', name: 'Nyali, Mombasa', fee: 1250 })
})

it.each([
  ['', '200', 'Please enter the name of the place', 'New place'],
  ['embu', '200', 'There is a place of that name already', 'New place'],
  ['Kilimani', '', 'Please enter the fee in whole shillings, 0 where delivery is free', 'Its fee, Ksh'],
  ['Kilimani', 'free', 'Please enter the fee in whole shillings, 0 where delivery is free', 'Its fee, Ksh'],
  ['Kilimani', '350,00', 'Please enter the fee in whole shillings, 0 where delivery is free', 'Its fee, Ksh'],
  ['Kilimani', '4.000', 'Please enter the fee in whole shillings, 0 where delivery is free', 'Its fee, Ksh'],
  ['Kilimani', '200.50', 'Please enter the fee in whole shillings, 0 where delivery is free', 'Its fee, Ksh'],
])('asks for what is missing instead of guessing: %j for %j', async (name, fee, problem, field) => {
  const onAdd = await show()
  await add(name, fee)
  expect(screen.getByText(problem)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText(field))
  expect(onAdd).not.toHaveBeenCalled()
})

it('is added once by two quick presses, and keeps what was typed where it was not saved', async () => {
  const { promise, resolve } = Promise.withResolvers<SaveFailure>()
  const onAdd = await show(() => promise)
  await add('Kilimani', '200')
  await userEvent.click(screen.getByRole('button', { name: 'Add place' }))
  expect(onAdd).toHaveBeenCalledOnce()
  resolve({ message: 'No connection.' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add place' }).ariaDisabled).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Add place' }))
  await waitFor(() => expect(onAdd).toHaveBeenCalledTimes(2))
  expect(screen.getByLabelText<HTMLInputElement>('New place').value).toBe('Kilimani')
})

it('keeps a place that is begun while the one before it is saved', async () => {
  const { promise, resolve } = Promise.withResolvers<null>()
  await show(() => promise)
  await add('Kilimani', '200')
  await userEvent.clear(screen.getByLabelText('New place'))
  await userEvent.type(screen.getByLabelText('New place'), 'Thika')
  resolve(null)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Its fee, Ksh').value).toBe(''))
  expect(screen.getByLabelText<HTMLInputElement>('New place').value).toBe('Thika')
})

it('is asked about before the page is left with a place that was typed and not added', async () => {
  await show()
  await userEvent.type(screen.getByLabelText('New place'), 'Kilimani')
  await leave()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(history.location.pathname).toBe('/settings')
  expect(screen.getByLabelText<HTMLInputElement>('New place').value).toBe('Kilimani')
  await leave()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(history.location.pathname).toBe('/orders'))
})

it('asks nothing where the place was added, or is on its way, and says where that fails after the page was left', async () => {
  const { promise, resolve } = Promise.withResolvers<SaveFailure>()
  const onAdd = await show(() => promise)
  await add('Kilimani', '200')
  await waitFor(() => expect(onAdd).toHaveBeenCalledOnce())
  await leave()
  await waitFor(() => expect(history.location.pathname).toBe('/orders'))
  onAdd.unmount()
  resolve({ message: 'No connection.' })
  await screen.findByText('What you typed on the settings page was not saved. Please enter it again.')
})
