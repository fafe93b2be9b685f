import { initialSettings } from '@marashi/domain/rules/settings/groups'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { showSettings } from '../../testing/show-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

afterEach(cleanup)

const stale = 'Somebody else has changed this meanwhile.'

/** A shop that stores a text without the blanks around it. */
const show = () =>
  showSettings(<SettingsPage />, { asStored: (value) => (typeof value === 'string' ? value.trim() : value) })
const payee = () => screen.getByLabelText<HTMLInputElement>(/^Name that M-Pesa shows/)

it('saves what is typed on after a save whose answer was lost, as the owner’s own', async () => {
  const { save, loseAnswer } = await show()
  loseAnswer()
  await userEvent.type(payee(), 'Marashi {Enter}')
  await screen.findByText('No connection.')
  await userEvent.type(payee(), 'Oud{Enter}')
  await screen.findByText(/^Saved/)
  expect(screen.queryByText(stale)).toBeNull()
  expect(save.mock.lastCall).toMatchObject([{ value: 'Marashi Oud', version: 1 }])
})

it('saves what is typed on where the page has read meanwhile what was stored without an answer', async () => {
  const { save, loseAnswer, readAgain } = await show()
  loseAnswer()
  await userEvent.type(payee(), 'Marashi{Enter}')
  await screen.findByText('No connection.')
  await userEvent.type(payee(), ' Oud')
  await readAgain()
  await userEvent.tab()
  await screen.findByText(/^Saved/)
  expect(save.mock.lastCall).toMatchObject([{ value: 'Marashi Oud', version: 1 }])
})

it('takes back what was stored without an answer', async () => {
  const { save, loseAnswer } = await show()
  loseAnswer()
  await userEvent.type(payee(), 'Marashi{Enter}')
  await screen.findByText('No connection.')
  await userEvent.clear(payee())
  await userEvent.tab()
  await screen.findByText(/^Saved/)
  expect(save.mock.lastCall).toMatchObject([{ value: '', version: 1 }])
})

it('goes on telling of another device that has saved over what was stored without an answer', async () => {
  const { save, loseAnswer, storeElsewhere } = await show()
  loseAnswer()
  await userEvent.type(payee(), 'Marashi{Enter}')
  await screen.findByText('No connection.')
  storeElsewhere('payments.payeeName', 'Amina')
  await userEvent.type(payee(), ' Oud{Enter}')
  await screen.findByText(stale)
  expect(screen.getByText('Still: Amina.')).toBeDefined()
  expect(save).toHaveBeenCalledTimes(2)
})

it('saves what is chosen after a choice whose answer was lost', async () => {
  const { save, loseAnswer } = await show()
  const saturday = screen.getByRole('combobox', { name: 'Saturday' })
  loseAnswer()
  await userEvent.selectOptions(saturday, 'closed')
  await screen.findByText(/^No connection/)
  await userEvent.selectOptions(saturday, 'by-appointment')
  await screen.findByText(/^Saved/)
  expect(save.mock.lastCall).toMatchObject([{ value: { kind: 'by-appointment' }, version: 1 }])
})

it('adds a place whose answer was lost once, and is done with it', async () => {
  const { save, loseAnswer, readAgain } = await show()
  const name = screen.getByLabelText<HTMLInputElement>('New place')
  await userEvent.type(name, 'Thika')
  await userEvent.type(screen.getByLabelText('Its fee, Ksh'), '350')
  loseAnswer()
  await userEvent.click(screen.getByRole('button', { name: 'Add place' }))
  await screen.findByText('No connection.')
  await readAgain()
  await userEvent.click(screen.getByRole('button', { name: 'Add place' }))
  await waitFor(() => expect(name.value).toBe(''))
  expect(save.mock.lastCall).toMatchObject([{ value: [{}, {}, {}, { id: 'thika', fee: 350 }] }])
  expect(screen.getAllByRole('heading', { name: 'Thika' })).toHaveLength(1)
})

it('moves a place up once, where the answer was lost and the owner presses Retry', async () => {
  const { save, loseAnswer, readAgain } = await show()
  const names = () => screen.getAllByRole('button', { name: /^Move .* up$/ }).map(({ ariaLabel }) => ariaLabel)
  loseAnswer()
  await userEvent.click(screen.getByRole('button', { name: 'Move Other Nairobi up' }))
  await screen.findByText(/^No connection/)
  await readAgain()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/^Saved/)
  expect(names()).toEqual(['Move Other Nairobi up', 'Move Nairobi CBD up'])
  await userEvent.click(screen.getByRole('button', { name: 'Move Other Nairobi up' }))
  await waitFor(() => expect(names()[0]).toBe('Move Embu up'))
  expect(save).toHaveBeenCalledTimes(3)
})

it('moves a place up twice, where it is pressed twice before the shop answers', async () => {
  const { save } = await show()
  const up = screen.getByRole('button', { name: 'Move Other Nairobi up' })
  fireEvent.click(up)
  fireEvent.click(up)
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect(save.mock.lastCall).toMatchObject([{ value: [{ id: 'nairobi-other' }, { id: 'embu' }, {}] }])
})

it('says of an Undo that comes after a save without an answer that this one is to be undone first', async () => {
  const { loseAnswer } = await show()
  const [embu, cbd] = screen.getAllByLabelText('Fee, Ksh') as [HTMLElement, HTMLElement]
  await userEvent.type(embu, '50{Enter}')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  loseAnswer()
  await userEvent.type(cbd, '0{Enter}')
  await screen.findByText('No connection.')
  await userEvent.click(undo)
  await screen.findByText('What you saved after it is stored. Take that back first.')
  expect(screen.queryByText(stale)).toBeNull()
})

it('switches a way to pay off once, where the answer was lost', async () => {
  const { save, loseAnswer, readAgain } = await show()
  loseAnswer()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Card' }))
  await screen.findByText(/^No connection/)
  await readAgain()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/^Saved/)
  expect(save.mock.lastCall).toMatchObject([{ value: ['stripe'] }])
})

it('saves a fee over the other fields of its place as another device has stored them, unread', async () => {
  const { save, storeElsewhere } = await show()
  const [fee] = screen.getAllByLabelText('Fee, Ksh')
  const [first, ...others] = initialSettings.delivery.places
  storeElsewhere('delivery.places', [{ ...first, note: 'Ring twice' }, ...others])
  await userEvent.type(fee as HTMLElement, '50{Enter}')
  await screen.findByText(/^Saved/)
  expect(save.mock.lastCall).toMatchObject([{ value: [{ note: 'Ring twice', fee: 50 }, {}, {}], version: 1 }])
})
